import { describe, expect, test } from 'vitest'
import {
  type CarePathwayFact,
  type CarePathwayFacts,
  carePathwayFacts,
  carePathwayStates,
  carePathwaySteps,
  computeCarePathwayDue,
  computeCarePathwayState,
  computeCarePathwayStep,
  computeReachedCarePathwayState,
  correctableCarePathwayStates,
  findContradictedCarePathwayState,
  toFactsOfCarePathwayState,
} from '#contract/care-pathway'

const at = '2026-11-26T10:00:00.000Z'
const factsOf = (names: readonly CarePathwayFact[]): CarePathwayFacts =>
  Object.fromEntries(names.map((name) => [name, at]))

/** Every combination of up to four facts that can occur together; no row depends on more. */
const combinations = (names: readonly CarePathwayFact[], most: number): CarePathwayFact[][] =>
  most === 0
    ? [[]]
    : [
        [],
        ...names.flatMap((name, index) =>
          combinations(names.slice(index + 1), most - 1).map((rest) => [name, ...rest]),
        ),
      ]

describe('the table of the care pathway', () => {
  test.each(carePathwayStates)(
    '$id is where a client is of whom all that it needs is known, and nothing else',
    (row) => {
      for (const one of row.any ?? [undefined])
        expect(computeCarePathwayState(factsOf([...row.needs, ...(one ? [one] : [])]))).toBe(row.id)
    },
  )

  test('names every fact, so that none is read for nothing', () => {
    const named = new Set(
      carePathwayStates.flatMap(({ needs, any = [], without = [], due }) => [
        ...needs,
        ...any,
        ...without,
        ...(due?.after ?? []),
      ]),
    )

    // No row lists these: the payment belongs to the first step, the others are shown whatever the state. Whether an
    // hour is to be chosen follows from the order.
    expect(carePathwayFacts.filter((fact) => !named.has(fact))).toEqual([
      'paid',
      'checkedIn',
      'questionAsked',
      'questionAnswered',
      'resultsExplained',
      'resultsUnseen',
    ])
  })

  test('has a state in each of the five steps', () => {
    expect(new Set(carePathwayStates.map(({ step }) => step))).toEqual(new Set(carePathwaySteps))
  })

  test('knows a state for every set of facts', () => {
    const ids = new Set(carePathwayStates.map(({ id }) => id))

    for (const names of combinations(carePathwayFacts, 4))
      expect(ids).toContain(computeCarePathwayState(factsOf(names)))
  })

  test.each(carePathwayStates.filter(({ turn, id }) => turn === 'practice' || id === 'at-laboratory'))(
    '$id says by when, because the client waits for somebody else',
    ({ id, needs }) => {
      expect(computeCarePathwayDue(id, factsOf(needs))?.day).toMatch(/^2026-1[12]-\d\d$/)
    },
  )

  test('counts the days of the practice, not of UTC: a quarter to one at night in Madrid is the next day', () => {
    const late = { callToClose: '2026-11-26T23:45:00.000Z' }

    expect(computeCarePathwayDue('first-to-close', late)).toEqual({ day: '2026-11-28', isAbout: false })
  })
})

const afterTheFirst = carePathwayStates.filter(({ id, needs }) => needs.includes('firstHeld') || id === 'plan-ended')

describe.each(afterTheFirst)('a consultation that comes between, in $id', ({ id, step, needs }) => {
  test.each([
    ['callRunning', 'follow-up-running'],
    ['callToClose', 'follow-up-to-close'],
    ['hourAsked', 'follow-up-to-confirm'],
  ] as const)('is told when there is %s, and the step stays', (fact, state) => {
    const facts = factsOf([...needs, fact])

    expect(computeCarePathwayState(facts)).toBe(state)
    expect(computeReachedCarePathwayState(facts)).toBe(id)
    expect(computeCarePathwayStep(facts)).toBe(step)
  })
})

describe.each(afterTheFirst.filter(({ step }) => step < 5))('in $id nothing is hidden', ({ id, needs }) => {
  test.each([
    ['only booked', 'hourBooked'],
    ['missed', 'missed'],
  ] as const)('by a consultation that is %s', (_, fact) => {
    expect(computeCarePathwayState(factsOf([...needs, fact]))).toBe(id)
  })
})

describe('a step does not go back', () => {
  const life: readonly CarePathwayFact[] = ['paid', 'orderToSchedule', 'firstHeld', 'analysesDone', 'planPublished']

  test('whatever happened in a life, one fact more of it leads no further back', () => {
    const steps = life.map((_, index) => {
      const state = computeCarePathwayState(factsOf(life.slice(0, index + 1)))
      return carePathwayStates.find(({ id }) => id === state)?.step
    })

    expect(steps).toEqual([1, 1, 2, 4, 5])
  })
})

describe('a correction', () => {
  test.each(correctableCarePathwayStates)('to %s brings somebody there of whom nothing is known', (state) => {
    expect(findContradictedCarePathwayState(state, {}, at)).toBeUndefined()
    expect(computeCarePathwayState(toFactsOfCarePathwayState(state, at))).toBe(state)
  })

  test.each([
    ['at-laboratory', ['firstHeld', 'analysesDone'], 'plan-to-publish'],
    ['plan-to-publish', ['planPublished'], 'follow-up-to-book'],
    ['proposal-to-present', ['firstHeld', 'kitSent'], 'sample-to-send'],
    ['finished', ['planPublished', 'hourBooked'], 'follow-up-booked'],
    ['sample-to-send', ['firstHeld', 'sampleReceived'], 'at-laboratory'],
    ['follow-up-to-book', ['planPublished', 'hourAsked'], 'follow-up-to-confirm'],
    ['finished', ['firstHeld', 'callToClose'], 'follow-up-to-close'],
  ] as const)('to %s is contradicted by %s', (state, facts, actual) => {
    expect(findContradictedCarePathwayState(state, factsOf(facts), at)).toBe(actual)
  })

  test('to what has happened besides is not contradicted by a consultation that comes between', () => {
    expect(findContradictedCarePathwayState('sample-to-send', factsOf(['firstHeld', 'hourAsked']), at)).toBeUndefined()
  })

  test('never denies a fact: whatever is known, it leads to its own state or is contradicted by a later one', () => {
    for (const names of combinations(carePathwayFacts, 3)) {
      const facts = factsOf(names)
      for (const correction of correctableCarePathwayStates) {
        const actual = findContradictedCarePathwayState(correction, facts, at)
        const corrected = { ...toFactsOfCarePathwayState(correction, at), ...facts }
        expect(actual ?? computeReachedCarePathwayState(corrected)).toBe(
          actual ? computeCarePathwayState(corrected) : correction,
        )
      }
    }
  })
})
