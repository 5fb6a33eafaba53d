import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { createMoneyStory, moneySteps, outcomes, type MoneyStep } from '../../support/money-story.ts'

const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 2 ** 31)
process.stdout.write(`random stories of money: MONEY_SEED=${seed}\n`)

/** Some three stories a second. */
const seconds = Number(process.env['MONEY_SECONDS'] ?? 6)

interface Step {
  readonly name: MoneyStep
  readonly n: number
}
const isPassing = ({ name }: Step): boolean => name === 'later'
type Story = readonly (readonly Step[])[]

const step = record({ name: constantFrom(...moneySteps), n: integer({ min: 0, max: 7 }) })
/** Up to three steps at the same moment. */
const stories = array(array(step, { minLength: 1, maxLength: 3 }), { minLength: 6, maxLength: 14 })

/** Ten days and more, after which the first hour has passed and the purchase may still be withdrawn from. */
const untilTheHourHasPassed = Array.from({ length: 5 }, (): Step[] => [{ name: 'later', n: 7 }])

/** So that each story has money in it: for an hour, for one that is yet to be chosen, or for one that was missed. */
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
  // Asked for, confirmed, held or missed, and paid only then.
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
  // An hour that nobody asked for expressly, and that is held before the bank of its buyer has paid.
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
  // A budget in three parts, of which the first is paid and a consultation is booked.
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
          // Time passes between requests: who asks while it does would be signed out by it.
          const [passing, acting] = [moment.filter(isPassing), moment.filter((each) => !isPassing(each))]
          for (const { name, n } of passing) await steps[name](n)
          const answers = await Promise.all(acting.map(({ name, n }) => steps[name](n)))
          answers.forEach((answer, index) => {
            const { status } = answer || { status: 200 }
            // Nobody hears of the hour or the money who is not let in, or asks for what the contract does not know.
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
    // Nothing was paid, so nobody may read that a payment is under way.
    expect(answers.map((answer) => (answer ? answer.body.code : undefined))).not.toContain('payment-pending')
    expect((await steps.pay(n)).status).toBe(200)
  }
})
