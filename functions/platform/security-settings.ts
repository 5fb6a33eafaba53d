import { SecuritySettings, SESSION_HOURS } from '#contract/security-settings'
import type { Data } from '#data/data'
import { practiceSettings } from '#data/security-settings'
import { stackOf } from './stack-of.ts'

/** What holds while nobody has changed anything. */
const untouched: SecuritySettings = {
  enforceStrongPasswords: true,
  requireMfaForAdmins: true,
  sessionTimeout: SESSION_HOURS.max,
  auditLogging: true,
  rateLimiting: true,
}

/** What holds where nobody can say what was set. */
const strictest: SecuritySettings = { ...untouched, sessionTimeout: SESSION_HOURS.min }

export async function storedSettings(data: Data) {
  const { data: stored } = await data.securitySettings.get(practiceSettings).go({ consistent: true })
  return stored ?? undefined
}

/** Each by itself: one that is missing is as nobody changed it, and one that makes no sense is the strictest. */
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

/** How long a container goes on with what it has read. A change is in force everywhere after that. */
const KEPT_MS = 60_000

/** Reads the settings at most once a minute. What cannot be read is the strictest, and is asked for again at the next call. */
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
