import type { SecuritySettings } from '#contract/security-settings'
import { openData, type Data } from '#data/data'
import { connect } from '#data/table'
import type { User } from './user.ts'
import { environment } from './environment.ts'
import type { Caller } from './http.ts'
import { originSecret } from './origin.ts'
import { settingsReader } from './security-settings.ts'

/** What every action may touch besides its input. A domain that needs more extends this. */
export interface Services {
  readonly data: Data
  /** The product's clock: reminders, windows, deadlines. Driven forward in tests and on the local product. */
  readonly now: () => Date
  /** The clock of others: tokens, one-time codes, payment sessions. It cannot be driven. */
  readonly wallClock: () => Date
  /** A new id, lower-case and random: `newId('ord')` → `ord_…`. */
  readonly newId: (prefix: string) => string
  /** What administrators have set about security; a change is in force within a minute. */
  readonly securitySettings: () => Promise<SecuritySettings>
  /** The secret that proves a request came by way of our CloudFront distribution. */
  readonly originSecret: () => Promise<string>
  /** Makes the profile of a confirmed account that has none, where the domain can; undefined when there is no such account. */
  readonly completeProfile?: (userId: string, caller: Caller) => Promise<User | undefined>
  /**
   * Proves the address of somebody invited, where the domain can: it writes what is theirs in every domain. The browser asks
   * for its session, of `account`, before anything else.
   */
  readonly proveAddress?: (user: User, caller: Caller) => Promise<User>
}

/** The services of a deployed function, one set for each container. */
export const liveServices = (): Services => {
  const { TABLE_NAME, ORIGIN_SECRET } = environment(['TABLE_NAME', 'ORIGIN_SECRET'])
  return { ...liveBasics(TABLE_NAME), originSecret: originSecret(ORIGIN_SECRET) }
}

/** The same for functions that no browser calls. */
export const liveBasics = (table: string): Omit<Services, 'originSecret'> => {
  const basics = {
    data: openData(connect(table)),
    now: () => new Date(),
    wallClock: () => new Date(),
    newId: (prefix: string) => `${prefix}_${crypto.randomUUID()}`,
  }
  return { ...basics, securitySettings: settingsReader(basics) }
}
