import type { SecuritySettings } from '#contract/security-settings'
import { securitySettingsItemKey } from '#data/security-settings'
import type { TestPractice } from './practice.ts'

/** Other settings keep their defaults. Services cache settings for a minute. */
export const storeSecuritySettings = async (
  { data, now }: Pick<TestPractice, 'data' | 'now'>,
  settings: Partial<SecuritySettings>,
): Promise<void> => {
  await data.securitySettings
    .put({
      ...securitySettingsItemKey,
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
