import type { SecuritySettings } from '#contract/security-settings'
import { practiceSettings } from '#data/security-settings'
import type { Practice } from './practice.ts'

/** Other settings keep their defaults. Services cache settings for a minute. */
export const settingsAre = async (
  { data, now }: Pick<Practice, 'data' | 'now'>,
  settings: Partial<SecuritySettings>,
): Promise<void> => {
  await data.securitySettings
    .put({
      ...practiceSettings,
      enforceStrongPasswords: true,
      requireMfaForAdmins: true,
      sessionTimeout: 24,
      auditLogging: true,
      rateLimiting: true,
      ...settings,
      version: 1,
      changedAt: now().toISOString(),
      changedBy: 'usr_somebody',
    })
    .go()
}
