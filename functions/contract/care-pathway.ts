import * as z from 'zod/mini'
import { addDays, toPracticeDay } from './calendar-days.ts'
import { SingleLineText } from './text-schemas.ts'
import { CalendarDay, CarePathwayCorrectionId, IsoInstant } from './value-schemas.ts'

/**
 * Facts with the instant since when they hold; future ones (a consultation, the end of a budget's term) with their own.
 * The rows of `carePathwayStates` depend on facts only: a new fact needs a line here, a reader in
 * `functions/customers/care-pathway-facts.ts` and its rows.
 */
export const carePathwayFacts = [
  'paid',
  'orderToSchedule',
  'proposalsRefused',
  'hourAsked',
  'hourBooked',
  'callRunning',
  'callToClose',
  'missed',
  'questionnaireSent',
  'firstHeld',
  'budgetOpen',
  /** Noon of the last day for accepting the budget that expires first. */
  'budgetValidUntil',
  'budgetAccepted',
  'budgetClosed',
  'analysesRequested',
  'kitSent',
  'sampleReceived',
  'analysesDone',
  'planPublished',
  'planEnded',
  'checkedIn',
  'questionAsked',
  'questionAnswered',
  'resultsExplained',
  'resultsUnseen',
  'followUpHeld',
  'finished',
] as const
export type CarePathwayFact = (typeof carePathwayFacts)[number]
export type CarePathwayFacts = Readonly<Partial<Record<CarePathwayFact, string>>>

/** `nobody`: nothing to do before the date. */
export const carePathwayTurns = ['client', 'practice', 'laboratory', 'nobody'] as const
export type CarePathwayTurn = (typeof carePathwayTurns)[number]

export const carePathwaySteps = [1, 2, 3, 4, 5] as const
export type CarePathwayStep = (typeof carePathwaySteps)[number]

interface StateRow {
  readonly id: string
  readonly step: CarePathwayStep
  readonly turn: CarePathwayTurn
  readonly needs: readonly CarePathwayFact[]
  readonly any?: readonly CarePathwayFact[]
  readonly without?: readonly CarePathwayFact[]
  /** Deadline: `days` after the latest of `after`. `about`: an estimate, not a promise. */
  readonly due?: { readonly after: readonly CarePathwayFact[]; readonly days: number; readonly about?: true }
  /**
   * A consultation interrupts: the step shown is the one reached without it.
   * @default false
   */
  readonly interrupts?: true
  /**
   * The practice can set this state by a correction.
   * @default false
   */
  readonly correctable?: true
}

const anyCall = ['hourAsked', 'hourBooked', 'callRunning', 'callToClose'] as const

/** Interrupts any step. A booked consultation does not, because nobody has to act on it. */
const urgentCall = ['callRunning', 'callToClose', 'hourAsked'] as const satisfies readonly CarePathwayFact[]

/** Not the first consultation. A client from before the web may have only a protocol. */
const afterFirst = ['firstHeld', 'planPublished'] as const

/** Days of deadlines: promises of the practice, or estimates (`about`). Texts on screen use only these. */
const CONFIRM_DAYS = 2
const PROPOSE_DAYS = 2
const PRESENT_DAYS = 3
const LABORATORY_DAYS = 10
const PLAN_DAYS = 7
const SAMPLE_DAYS = 14
const ANALYSES_DAYS = 21
const FOLLOW_UP_DAYS = 28

/** The first row whose facts hold is the state; the last row needs none. */
const rows = [
  { id: 'finished', step: 5, turn: 'nobody', needs: ['finished'], without: anyCall, correctable: true },
  { id: 'follow-up-running', step: 5, turn: 'nobody', needs: ['callRunning'], any: afterFirst, interrupts: true },
  {
    id: 'follow-up-to-close',
    step: 5,
    turn: 'practice',
    needs: ['callToClose'],
    any: afterFirst,
    interrupts: true,
    due: { after: ['callToClose'], days: 1 },
  },
  {
    id: 'follow-up-to-confirm',
    step: 5,
    turn: 'practice',
    needs: ['hourAsked'],
    any: afterFirst,
    interrupts: true,
    due: { after: ['hourAsked'], days: CONFIRM_DAYS },
  },
  {
    id: 'follow-up-booked',
    step: 5,
    turn: 'nobody',
    needs: ['planPublished', 'hourBooked'],
    due: { after: ['hourBooked'], days: 0 },
  },
  { id: 'follow-up-missed', step: 5, turn: 'client', needs: ['planPublished', 'missed'] },
  {
    id: 'plan-ended',
    step: 5,
    turn: 'practice',
    needs: ['planPublished', 'planEnded'],
    due: { after: ['planEnded'], days: PLAN_DAYS },
  },
  {
    id: 'follow-up-to-book',
    step: 5,
    turn: 'client',
    needs: ['planPublished'],
    without: anyCall,
    due: { after: ['planPublished', 'followUpHeld'], days: FOLLOW_UP_DAYS, about: true },
    correctable: true,
  },
  {
    id: 'plan-to-publish',
    step: 4,
    turn: 'practice',
    needs: ['firstHeld', 'analysesDone'],
    due: { after: ['analysesDone', 'firstHeld'], days: PLAN_DAYS },
    correctable: true,
  },
  {
    id: 'at-laboratory',
    step: 3,
    turn: 'laboratory',
    needs: ['firstHeld', 'sampleReceived'],
    due: { after: ['sampleReceived'], days: LABORATORY_DAYS, about: true },
    correctable: true,
  },
  {
    id: 'sample-to-send',
    step: 3,
    turn: 'client',
    needs: ['firstHeld', 'kitSent'],
    due: { after: ['kitSent'], days: SAMPLE_DAYS, about: true },
    correctable: true,
  },
  {
    id: 'analyses-to-send',
    step: 3,
    turn: 'client',
    needs: ['firstHeld', 'analysesRequested'],
    due: { after: ['analysesRequested'], days: ANALYSES_DAYS, about: true },
    correctable: true,
  },
  {
    id: 'analyses-to-request',
    step: 3,
    turn: 'practice',
    needs: ['firstHeld', 'budgetAccepted'],
    due: { after: ['budgetAccepted'], days: PRESENT_DAYS },
  },
  {
    id: 'budget-to-answer',
    step: 2,
    turn: 'client',
    needs: ['firstHeld', 'budgetOpen'],
    due: { after: ['budgetValidUntil'], days: 0 },
  },
  { id: 'without-budget', step: 2, turn: 'nobody', needs: ['firstHeld', 'budgetClosed'] },
  {
    id: 'proposal-to-present',
    step: 2,
    turn: 'practice',
    needs: ['firstHeld'],
    due: { after: ['firstHeld'], days: PRESENT_DAYS },
    correctable: true,
  },
  { id: 'first-running', step: 2, turn: 'nobody', needs: ['callRunning'] },
  {
    id: 'first-to-close',
    step: 2,
    turn: 'practice',
    needs: ['callToClose'],
    due: { after: ['callToClose'], days: 1 },
  },
  {
    id: 'hour-to-confirm',
    step: 1,
    turn: 'practice',
    needs: ['hourAsked'],
    due: { after: ['hourAsked'], days: CONFIRM_DAYS },
  },
  {
    id: 'first-booked',
    step: 2,
    turn: 'nobody',
    needs: ['hourBooked', 'questionnaireSent'],
    due: { after: ['hourBooked'], days: 0 },
  },
  {
    id: 'questionnaire-to-send',
    step: 2,
    turn: 'client',
    needs: ['hourBooked'],
    due: { after: ['hourBooked'], days: 0 },
  },
  {
    id: 'hour-to-propose',
    step: 1,
    turn: 'practice',
    needs: ['orderToSchedule', 'proposalsRefused'],
    due: { after: ['proposalsRefused'], days: PROPOSE_DAYS },
  },
  { id: 'hour-to-choose', step: 1, turn: 'client', needs: ['orderToSchedule'] },
  { id: 'first-missed', step: 1, turn: 'client', needs: ['missed'] },
  { id: 'to-book', step: 1, turn: 'client', needs: [] },
] as const satisfies readonly StateRow[]

export type CarePathwayState = (typeof rows)[number]['id']
export type CorrectableCarePathwayState = Extract<(typeof rows)[number], { correctable: true }>['id']

export type CarePathwayStateOfPractice = Extract<(typeof rows)[number], { turn: 'practice' }>['id']

export const carePathwayStates: readonly (StateRow & { readonly id: CarePathwayState })[] = rows

const rowById = new Map(carePathwayStates.map((row) => [row.id, row]))

export function getCarePathwayStateRow(state: CarePathwayState): StateRow {
  const row = rowById.get(state)
  if (!row) throw new Error(`There is no state ${state}`)
  return row
}

export const correctableCarePathwayStates = rows.flatMap((row) =>
  'correctable' in row ? [row.id] : [],
) satisfies readonly CorrectableCarePathwayState[]

export function computeCarePathwayState(facts: CarePathwayFacts): CarePathwayState {
  const row = carePathwayStates.find(
    ({ needs, any, without = [] }) =>
      needs.every((fact) => facts[fact]) &&
      (!any || any.some((fact) => facts[fact])) &&
      !without.some((fact) => facts[fact]),
  )
  if (!row) throw new Error('The last state needs no fact')
  return row.id
}

/** State after the interrupting consultation; otherwise the state itself. */
export function computeReachedCarePathwayState(facts: CarePathwayFacts): CarePathwayState {
  const state = computeCarePathwayState(facts)
  if (!getCarePathwayStateRow(state).interrupts) return state
  return computeCarePathwayState(Object.fromEntries(Object.entries(facts).filter(([fact]) => !isUrgentCall(fact))))
}

const isUrgentCall = (fact: string): boolean => urgentCall.some((each) => each === fact)

export const computeCarePathwayStep = (facts: CarePathwayFacts): CarePathwayStep =>
  getCarePathwayStateRow(computeReachedCarePathwayState(facts)).step

const Due = z.object({ day: CalendarDay, isAbout: z.boolean() })
export type CarePathwayDue = z.infer<typeof Due>

export function computeCarePathwayDue(state: CarePathwayState, facts: CarePathwayFacts): CarePathwayDue | null {
  const { due } = getCarePathwayStateRow(state)
  const after = due?.after
    .flatMap((fact) => facts[fact] ?? [])
    .toSorted()
    .at(-1)
  if (!due || !after) return null
  return { day: addDays(toPracticeDay(after), due.days), isAbout: due.about ?? false }
}

/** The facts that a correction to this state asserts: all that it needs. */
export const toFactsOfCarePathwayState = (state: CorrectableCarePathwayState, at: string): CarePathwayFacts =>
  Object.fromEntries(getCarePathwayStateRow(state).needs.map((fact) => [fact, at]))

/** An interrupting consultation contradicts only states that exclude one. */
export function isInCarePathwayState(state: CorrectableCarePathwayState, facts: CarePathwayFacts): boolean {
  const { without = [] } = getCarePathwayStateRow(state)
  return computeReachedCarePathwayState(facts) === state && !without.some((fact) => facts[fact])
}

/** The state that the facts lead to despite the correction, if different: such a correction would contradict them. */
export function findContradictedCarePathwayState(
  correction: CorrectableCarePathwayState,
  facts: CarePathwayFacts,
  at: string,
): CarePathwayState | undefined {
  const corrected = { ...toFactsOfCarePathwayState(correction, at), ...facts }
  return isInCarePathwayState(correction, corrected) ? undefined : computeCarePathwayState(corrected)
}

export const carePathwayCorrectionReasons = ['done-outside', 'not-needed', 'agreed-in-call', 'other'] as const
export type CarePathwayCorrectionReason = (typeof carePathwayCorrectionReasons)[number]

const State = z.enum(rows.map(({ id }) => id))
const CorrectableState = z.enum(correctableCarePathwayStates)
const Note = SingleLineText.check(z.maxLength(200))

const CarePathwayCorrection = z.object({
  correctionId: CarePathwayCorrectionId,
  state: CorrectableState,
  reason: z.enum(carePathwayCorrectionReasons),
  note: z.nullable(z.string()),
  statedAt: IsoInstant,
})

export const CarePathwayCorrections = z.array(CarePathwayCorrection)

/** `version` counts changes of corrections, from 0. `facts` include those of corrections. */
export const CarePathway = z.object({
  state: State,
  step: z.literal(carePathwaySteps),
  turn: z.enum(carePathwayTurns),
  due: z.nullable(Due),
  facts: z.partialRecord(z.enum(carePathwayFacts), IsoInstant),
  corrections: CarePathwayCorrections,
  version: z.int(),
})
export type CarePathway = z.infer<typeof CarePathway>

export const CorrectCarePathway = z
  .object({
    state: CorrectableState,
    reason: z.enum(carePathwayCorrectionReasons),
    note: z.optional(Note),
    version: z.int().check(z.nonnegative()),
  })
  .check(
    z.refine(({ reason, note }) => reason !== 'other' || Boolean(note), {
      error: 'Escribe el motivo',
      path: ['note'],
    }),
  )
