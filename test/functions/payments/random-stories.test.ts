import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { createMoneyStory, moneySteps, outcomes, type MoneyStep } from '../../support/money-story.ts'

const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 2 ** 31)
process.stdout.write(`random stories of money: MONEY_SEED=${seed}\n`)

/** About three stories a second. */
const seconds = Number(process.env['MONEY_SECONDS'] ?? 6)

interface Step {
  readonly name: MoneyStep
  readonly n: number
}
const isPassing = ({ name }: Step): boolean => name === 'later'
type Story = readonly (readonly Step[])[]

const step = record({ name: constantFrom(...moneySteps), n: integer({ min: 0, max: 7 }) })
const stories = array(array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 14 })

/** Ten days and more, after which the first hour has passed and the right of withdrawal still exists. */
const untilTheHourHasPassed = Array.from({ length: 5 }, (): Step[] => [{ name: 'later', n: 7 }])

const beginnings = constantFrom<Story>(
  [[{ name: 'hold', n: 1 }], [{ name: 'pay', n: 1 }], [{ name: 'payAtStripe', n: 0 }]],
  [[{ name: 'payWithoutHour', n: 0 }], [{ name: 'payAtStripe', n: 0 }], [{ name: 'webhook', n: 0 }]],
  [
    [{ name: 'hold', n: 0 }],
    [{ name: 'pay', n: 0 }],
    [{ name: 'payAtStripe', n: 0 }],
    [{ name: 'webhook', n: 0 }],
    ...untilTheHourHasPassed,
    [{ name: 'setStatus', n: outcomes.indexOf('no_show') }],
  ],
  // Requested, confirmed, held or missed, and paid only afterwards.
  ...['completed', 'no_show'].map((outcome): Step[][] => [
    [{ name: 'request', n: 0 }],
    [{ name: 'setStatus', n: 0 }],
    ...untilTheHourHasPassed,
    [{ name: 'setStatus', n: outcomes.findIndex((each) => each === outcome) }],
    [{ name: 'payConsultation', n: 0 }],
    [{ name: 'payAtStripe', n: 0 }],
    [{ name: 'webhook', n: 0 }],
    [{ name: 'refundOwn', n: 0 }],
  ]),
  // An hour without the express request, held before the delayed payment succeeds.
  [
    [{ name: 'request', n: 0 }],
    [{ name: 'setStatus', n: 0 }],
    [{ name: 'payConsultation', n: 1 }],
    [{ name: 'payLater', n: 0 }],
    [{ name: 'webhook', n: 0 }],
    ...untilTheHourHasPassed,
    [{ name: 'setStatus', n: outcomes.indexOf('completed') }],
    [{ name: 'settlePayment', n: 0 }],
    [{ name: 'webhook', n: 0 }],
    [{ name: 'later', n: 7 }],
    [{ name: 'later', n: 7 }],
    [{ name: 'refundOwn', n: 0 }],
  ],
  // A budget in three parts, the first paid and a consultation booked.
  [
    [{ name: 'offerBudget', n: 1 }],
    [{ name: 'acceptBudget', n: 1 }],
    [{ name: 'payAtStripe', n: 0 }],
    [{ name: 'webhook', n: 0 }],
    [{ name: 'request', n: 1 }],
  ],
)

test(
  'A-71 whatever client, practice, bank and Stripe do, in any order and at once, the sums agree and the night finds nothing',
  async () => {
    let told = 0
    await assert(
      asyncProperty(beginnings, stories, async (beginning, story) => {
        const { steps, readEnd } = await createMoneyStory()
        for (const moment of [...beginning, ...story]) {
          // Passing time runs separately: concurrent requests would be signed out by it.
          const [passing, acting] = [moment.filter(isPassing), moment.filter((each) => !isPassing(each))]
          for (const { name, n } of passing) await steps[name](n)
          const answers = await Promise.all(acting.map(({ name, n }) => steps[name](n)))
          answers.forEach((answer, index) => {
            const { status } = answer || { status: 200 }
            // These statuses would mean that a step was not tried: unauthenticated, not permitted or invalid.
            expect([400, 401, 403], acting[index]?.name).not.toContain(status)
            expect(status, acting[index]?.name).toBeLessThan(500)
          })
        }
        const { paid, charged, refunded, refundedAtStripe, broken, wrongUnits, unearned } = await readEnd()
        expect({ paid, refunded, broken, wrongUnits, unearned }).toEqual({
          paid: charged,
          refunded: refundedAtStripe,
          broken: {},
          wrongUnits: [],
          unearned: [],
        })
        told += 1
      }),
      { seed, numRuns: 1000, interruptAfterTimeLimit: seconds * 1000, endOnFailure: true },
    )
    expect(told).toBeGreaterThan(0)
  },
  90_000 + seconds * 1000,
)

test('A-71 who asks for one order with an hour and without one at the same moment has one page to pay, and the other press can be made again', async () => {
  for (const n of [0, 1, 2, 3]) {
    const { steps } = await createMoneyStory()
    await steps.hold(n)

    const answers = await Promise.all([steps.pay(n), steps.payWithoutHour()])

    const statuses = answers.map((answer) => (answer ? answer.status : 0))
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([])
    // Nothing was paid, so this message would be wrong.
    expect(answers.map((answer) => (answer ? answer.body.code : undefined))).not.toContain('payment-pending')
    expect((await steps.pay(n)).status).toBe(200)
  }
})
