import {
  type CarePathway,
  type CarePathwayFact,
  type CarePathwayFacts,
  type CarePathwayState,
  carePathwayStates,
  computeCarePathwayDue,
  computeCarePathwayState,
  computeCarePathwayStep,
  type CorrectableCarePathwayState,
  getCarePathwayStateRow,
} from '#contract/care-pathway'

export const pathwayNow = '2026-11-26T09:00:00.000Z'

const instants: Readonly<Record<CarePathwayFact, string>> = {
  paid: '2026-10-12T09:00:00.000Z',
  questionnaireSent: '2026-10-14T18:00:00.000Z',
  budgetOpen: '2026-10-19T09:00:00.000Z',
  budgetValidUntil: '2026-12-04T12:00:00.000Z',
  budgetAccepted: '2026-10-20T09:00:00.000Z',
  budgetClosed: '2026-11-21T09:00:00.000Z',
  firstHeld: '2026-10-16T08:30:00.000Z',
  analysesRequested: '2026-11-10T09:00:00.000Z',
  kitSent: '2026-11-16T09:00:00.000Z',
  sampleReceived: '2026-11-20T09:00:00.000Z',
  analysesDone: '2026-11-23T11:00:00.000Z',
  planPublished: '2026-11-24T10:00:00.000Z',
  followUpHeld: '2026-11-25T10:00:00.000Z',
  resultsExplained: '2026-11-25T19:00:00.000Z',
  resultsUnseen: '2026-11-25T19:00:00.000Z',
  checkedIn: '2026-11-25T20:00:00.000Z',
  questionAsked: '2026-11-25T18:00:00.000Z',
  questionAnswered: '2026-11-25T19:00:00.000Z',
  planEnded: '2026-11-25T12:00:00.000Z',
  finished: '2026-11-26T08:00:00.000Z',
  orderToSchedule: '2026-10-12T09:00:00.000Z',
  proposalsRefused: '2026-11-25T16:00:00.000Z',
  hourAsked: '2026-11-25T17:00:00.000Z',
  hourBooked: '2026-12-03T09:30:00.000Z',
  callRunning: '2026-11-26T08:45:00.000Z',
  callToClose: '2026-11-26T08:45:00.000Z',
  missed: '2026-11-24T09:30:00.000Z',
}

const lasting: readonly (readonly [fact: CarePathwayFact, needs: CarePathwayFact | null])[] = [
  ['paid', null],
  ['questionnaireSent', 'paid'],
  ['firstHeld', 'paid'],
  ['budgetValidUntil', 'budgetOpen'],
  ['analysesRequested', 'firstHeld'],
  ['kitSent', 'analysesRequested'],
  ['sampleReceived', 'kitSent'],
  ['analysesDone', 'firstHeld'],
  ['planPublished', 'analysesDone'],
  ['followUpHeld', 'planPublished'],
]

const statedBy: Readonly<Partial<Record<CarePathwayFact, CorrectableCarePathwayState>>> = {
  analysesRequested: 'analyses-to-send',
  kitSent: 'sample-to-send',
  sampleReceived: 'at-laboratory',
  finished: 'finished',
}

const factsFor = (names: readonly CarePathwayFact[]): CarePathwayFacts =>
  Object.fromEntries(names.map((name) => [name, instants[name]]))

function listFacts(state: CarePathwayState): readonly CarePathwayFact[] {
  const { needs, any = [] } = getCarePathwayStateRow(state)
  if (needs.length === 0) return []
  return lasting.reduce<readonly CarePathwayFact[]>(
    (facts, [fact, before]) => {
      const isPossible = before === null || facts.includes(before)
      const wanted = [...new Set([...facts, fact])]
      return isPossible && computeCarePathwayState(factsFor(wanted)) === state ? wanted : facts
    },
    [...needs, ...any.slice(-1)],
  )
}

export function createPathwayInState(state: CarePathwayState): CarePathway {
  const { turn } = getCarePathwayStateRow(state)
  const facts = factsFor(listFacts(state))
  const step = computeCarePathwayStep(facts)
  const corrections = Object.entries(statedBy).flatMap(([fact, stated]) => {
    const statedAt = facts[fact as CarePathwayFact]
    return statedAt
      ? [
          {
            correctionId: `cor_${fact.toLowerCase()}-1`,
            state: stated,
            reason: 'agreed-in-call' as const,
            note: null,
            statedAt,
          },
        ]
      : []
  })
  return {
    state,
    step,
    turn,
    due: computeCarePathwayDue(state, facts),
    facts,
    corrections,
    version: corrections.length,
  }
}

export const everyPathway: readonly CarePathway[] = carePathwayStates.map(({ id }) => createPathwayInState(id))
