import { SecuritySettings, ADMIN_SESSION_HOUR_LIMITS } from '#contract/security-settings'
import type { Database } from '#data/database'
import { securitySettingsItemKey } from '#data/security-settings'
import { formatErrorForLog } from './format-error-for-log.ts'
import { log } from './log.ts'

const untouched: SecuritySettings = {
  enforceStrongPasswords: true,
  requireMfaForAdmins: true,
  sessionTimeout: ADMIN_SESSION_HOUR_LIMITS.max,
  auditLogging: true,
  rateLimiting: true,
}

const strictest: SecuritySettings = { ...untouched, sessionTimeout: ADMIN_SESSION_HOUR_LIMITS.min }

export async function readStoredSecuritySettings(data: Database) {
  const { data: stored } = await data.securitySettings.get(securitySettingsItemKey).go()
  return stored ?? undefined
}

/** A missing setting has its default, an invalid one its strictest value. */
export function parseSecuritySettings(stored: Readonly<Record<string, unknown>> = {}): SecuritySettings {
  const read = <Name extends keyof SecuritySettings>(name: Name): SecuritySettings[Name] => {
    const given = stored[name]
    if (given === undefined) return untouched[name]
    const parsed = SecuritySettings.shape[name].safeParse(given)
    return (parsed.success ? parsed.data : strictest[name]) as SecuritySettings[Name]
  }
  return {
    enforceStrongPasswords: read('enforceStrongPasswords'),
    requireMfaForAdmins: read('requireMfaForAdmins'),
    sessionTimeout: read('sessionTimeout'),
    auditLogging: read('auditLogging'),
    rateLimiting: read('rateLimiting'),
  }
}

const KEPT_MS = 60_000

/** Unreadable settings count as the strictest and are read again at the next call. */
export function createSecuritySettingsReader({
  data,
  wallClock,
}: {
  readonly data: Database
  readonly wallClock: () => Date
}) {
  let known: { readonly settings: SecuritySettings; readonly at: number } | undefined
  return async (): Promise<SecuritySettings> => {
    const at = wallClock().getTime()
    if (known && at - known.at < KEPT_MS) return known.settings
    try {
      const settings = parseSecuritySettings(await readStoredSecuritySettings(data))
      known = { settings, at }
      return settings
    } catch (error) {
      log.warn('the security settings cannot be read', { cause: formatErrorForLog(error) })
      return strictest
    }
  }
}
