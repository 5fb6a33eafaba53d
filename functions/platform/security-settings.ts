import { SecuritySettings, SESSION_HOURS } from '#contract/security-settings'
import type { Data } from '#data/data'
import { practiceSettings } from '#data/security-settings'
import { stackOf } from './stack-of.ts'

/** Defaults. */
const untouched: SecuritySettings = {
  enforceStrongPasswords: true,
  requireMfaForAdmins: true,
  sessionTimeout: SESSION_HOURS.max,
  auditLogging: true,
  rateLimiting: true,
}

/** Used when the settings cannot be read. */
const strictest: SecuritySettings = { ...untouched, sessionTimeout: SESSION_HOURS.min }

export async function storedSettings(data: Data) {
  const { data: stored } = await data.securitySettings.get(practiceSettings).go({ consistent: true })
  return stored ?? undefined
}

/** Setting by setting: a missing one has its default, an invalid one its strictest value. */
export function settingsIn(stored: Readonly<Record<string, unknown>> = {}): SecuritySettings {
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

/** Milliseconds that a container caches the settings: the delay until a change applies everywhere. */
const KEPT_MS = 60_000

/** Cached for a minute. Unreadable settings count as the strictest and are read again at the next call. */
export function settingsReader({ data, wallClock }: { readonly data: Data; readonly wallClock: () => Date }) {
  let known: { readonly settings: SecuritySettings; readonly at: number } | undefined
  return async (): Promise<SecuritySettings> => {
    const at = wallClock().getTime()
    if (known && at - known.at < KEPT_MS) return known.settings
    try {
      const settings = settingsIn(await storedSettings(data))
      known = { settings, at }
      return settings
    } catch (error) {
      // oxlint-disable-next-line no-console -- stdout is the log stream
      console.warn({ securitySettings: 'unreadable', cause: stackOf(error) })
      return strictest
    }
  }
}
