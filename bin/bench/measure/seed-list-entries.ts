import { carePathwayStates } from '#contract/care-pathway'
import { customerTaskKinds } from '#contract/customer-lists'
import type { Database } from '#data/database'

interface EntryOf {
  readonly customerId: string
  readonly place: string
}

/**
 * The items that `customers/update-lists` writes for a client in each state. All are without an hour, to fill every
 * kind of list.
 */
export const createListEntriesByState = ({ customerListEntries }: Database, of: EntryOf) =>
  carePathwayStates.map(({ id: state, turn, step }) => [
    customerListEntries.put({ ...of, order: 'turn', list: `turn-${turn}`, state }),
    customerListEntries.put({ ...of, order: 'step', list: `step-${step}`, state }),
    customerListEntries.put({ ...of, order: 'activity', list: 'inactive', state }),
    customerListEntries.put({ ...of, order: 'hourless', list: 'hourless', state }),
  ])

const fallen = { percent: 40, percentBefore: 90 } as const

export const createCustomerTaskEntries = ({ customerListEntries }: Database, of: EntryOf) =>
  customerTaskKinds.map((kind) =>
    customerListEntries.put({ ...of, order: kind, list: kind, ...(kind === 'adherence-falling' && fallen) }),
  )
