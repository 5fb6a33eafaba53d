import type { SecuritySettings } from '#contract/security-settings'
import { openDatabase, type Database } from '#data/database'
import { createTableConnection } from '#data/table'
import type { StoredUser } from './user.ts'
import { readEnvironment } from './environment.ts'
import type { CallerDetails } from './http.ts'
import { logFollowUpFailure } from './log.ts'
import { createSecretReader } from './secrets.ts'
import { createSecuritySettingsReader } from './security-settings.ts'

export interface ActionServices {
  readonly data: Database
  /** The product's clock: reminders, windows, deadlines. Can be moved forward in tests and on the local product. */
  readonly now: () => Date
  /** Real time, for tokens, one-time codes and payment sessions. Cannot be moved. */
  readonly wallClock: () => Date
  /** `newId('ord')` → `ord_…` */
  readonly newId: (prefix: string) => string
  readonly securitySettings: () => Promise<SecuritySettings>
  readonly originSecret: () => Promise<string>
  /**
   * Creates the missing profile of a confirmed account, where the domain can; undefined when there is no such account,
   * or its registration has to be completed first.
   */
  readonly completeProfile?: (sub: string, caller: CallerDetails) => Promise<StoredUser | undefined>
  /** Only in `account`, which may write the items that are claimed; the browser calls `account.session` first. */
  readonly proveAddress?: (user: StoredUser, caller: CallerDetails) => Promise<StoredUser>
}

export const createLiveServices = (): ActionServices => {
  const { TABLE_NAME, ORIGIN_SECRET } = readEnvironment(['TABLE_NAME', 'ORIGIN_SECRET'])
  return { ...createLiveNonApiServices(TABLE_NAME), originSecret: createSecretReader(ORIGIN_SECRET) }
}

export const createLiveNonApiServices = (table: string): Omit<ActionServices, 'originSecret'> => {
  const basics = {
    data: openDatabase(createTableConnection(table), logFollowUpFailure),
    now: () => new Date(),
    wallClock: () => new Date(),
    newId: (prefix: string) => `${prefix}_${crypto.randomUUID()}`,
  }
  return { ...basics, securitySettings: createSecuritySettingsReader(basics) }
}
