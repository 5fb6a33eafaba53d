import { type Invariant, type InvariantName, invariantNames } from '#contract/diagnostics'
import type { Actor } from '#platform/actor'
import { stackOf } from '#platform/stack-of'
import { administratorsSignIn, changesFinished } from './accounts.ts'
import { comingHoldTheirTime, paidOrdersHavePayments } from './bookings.ts'
import { erasuresInTime, mailsOnTheirWay } from './due.ts'
import type { InvariantCheck, InvariantServices } from './invariant-check.ts'
import { clientsAreFound } from './search.ts'

const invariantChecks: Readonly<Record<InvariantName, InvariantCheck>> = {
  administrators: administratorsSignIn,
  agenda: comingHoldTheirTime,
  payments: paidOrdersHavePayments,
  mails: mailsOnTheirWay,
  erasures: erasuresInTime,
  accounts: changesFinished,
  search: clientsAreFound,
}

/** Looks at everything at once. What cannot be looked at is unknown, and keeps nothing else from being looked at. */
export const checkAllInvariants = (services: InvariantServices, actor?: Actor): Promise<Invariant[]> =>
  Promise.all(invariantNames.map((name) => found(name, services, actor)))

async function found(name: InvariantName, services: InvariantServices, actor?: Actor): Promise<Invariant> {
  try {
    const { looked, broken } = await invariantChecks[name](services, actor)
    return { name, state: broken > 0 ? 'broken' : 'holds', looked, broken }
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.warn({ invariant: name, unknown: stackOf(error) })
    return { name, state: 'unknown', looked: 0, broken: 0 }
  }
}
