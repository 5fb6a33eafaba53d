import type { SecuritySettings } from '#contract/security-settings'
import { openData, type Data } from '#data/data'
import { connect } from '#data/table'
import type { User } from './user.ts'
import { environment } from './environment.ts'
import type { Caller } from './http.ts'
import { originSecret } from './origin.ts'
import { settingsReader } from './security-settings.ts'

export interface Services {
  readonly data: Data
  /** The product's clock: reminders, windows, deadlines. Can be moved forward in tests and on the local product. */
  readonly now: () => Date
  /** Real time, for tokens, one-time codes and payment sessions. Cannot be moved. */
  readonly wallClock: () => Date
  /** `newId('ord')` → `ord_…` */
  readonly newId: (prefix: string) => string
  readonly securitySettings: () => Promise<SecuritySettings>
  readonly originSecret: () => Promise<string>
  /**
   * Creates the missing profile of a confirmed account, where the domain can; undefined when there is no such account.
   */
  readonly completeProfile?: (userId: string, caller: Caller) => Promise<User | undefined>
  /**
   * Verifies the address of an invited user, where the domain can: it writes items of every domain. The browser calls
   * `account.session` before anything else.
   */
  readonly proveAddress?: (user: User, caller: Caller) => Promise<User>
}

export const liveServices = (): Services => {
  const { TABLE_NAME, ORIGIN_SECRET } = environment(['TABLE_NAME', 'ORIGIN_SECRET'])
  return { ...liveBasics(TABLE_NAME), originSecret: originSecret(ORIGIN_SECRET) }
}

export const liveBasics = (table: string): Omit<Services, 'originSecret'> => {
  const basics = {
    data: openData(connect(table)),
    now: () => new Date(),
    wallClock: () => new Date(),
    newId: (prefix: string) => `${prefix}_${crypto.randomUUID()}`,
  }
  return { ...basics, securitySettings: settingsReader(basics) }
}
