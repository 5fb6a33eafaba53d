import { carePathwayStates } from '#contract/care-pathway'
import { customerTaskKinds } from '#contract/customer-lists'
import type { Database } from '#data/database'

interface StandingOf {
  readonly customerId: string
  readonly place: string
}

export const createStandingsByState = ({ customerStandings }: Database, of: StandingOf) =>
  carePathwayStates.map(({ id: state, turn, step }) => [
    customerStandings.put({ ...of, order: 'turn', list: `turn-${turn}`, state }),
    customerStandings.put({ ...of, order: 'step', list: `step-${step}`, state }),
    customerStandings.put({ ...of, order: 'activity', list: 'inactive', state }),
    customerStandings.put({ ...of, order: 'hourless', list: 'hourless', state }),
  ])

const fallen = { percent: 40, percentBefore: 90 } as const

export const createTaskStandings = ({ customerStandings }: Database, of: StandingOf) =>
  customerTaskKinds.map((kind) =>
    customerStandings.put({ ...of, order: kind, list: kind, ...(kind === 'adherence-falling' && fallen) }),
  )
