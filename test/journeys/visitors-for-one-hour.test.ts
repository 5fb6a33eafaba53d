import { expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { openDatabase } from '#data/database'
import { getMailLink, listConsoleMails, sendConsoleCommand, waitForMail } from '../support/local-console.ts'
import { startProductWithTable } from '../support/product-with-table.ts'
import { expectUsableAtBothSizes, openVisitorPage, phoneViewport } from '../support/visitor.ts'
import {
  askAsPractice,
  createVisitor,
  findFreeHour,
  isRefused,
  listWaitingOrders,
  readBuyer,
  readStripeSums,
  RECEIPT,
  toStripeSessionId,
  type Visitor,
} from './visitors-for-one-hour.ts'

const PRICE = 8000

type Outcome = 'paid' | 'told'

const visitorsOf = (kind: string, count: number): readonly Visitor[] =>
  Array.from({ length: count }, (_, n) => createVisitor(`${kind}.${n}@correo.example`))

/** As after a restoration: the holds are lost, but the sessions can still be paid. */
async function loseHolds({ table, client }: Awaited<ReturnType<typeof startProductWithTable>>) {
  const { slotHolds, slotHoldLimits, agendaSteps } = openDatabase({ table, client })
  const { data: holds } = await slotHolds.scan.go({ pages: 'all' })
  const { data: steps } = await agendaSteps.scan.go({ pages: 'all' })
  const { data: limits } = await slotHoldLimits.scan.go({ pages: 'all' })
  for (const { scope } of limits) await slotHoldLimits.delete({ scope }).go()
  for (const { ticketHash, consultationId } of holds) {
    await slotHolds.delete({ ticketHash }).go()
    for (const { beginsAt, holders = [] } of steps)
      if (holders.includes(consultationId)) await agendaSteps.delete({ beginsAt }).go()
  }
}

async function payWithoutHour(visitor: Visitor): Promise<Outcome> {
  const checkout = await visitor.checkoutWithoutHour()
  if (isRefused(checkout)) throw new Error(checkout.code)
  expect(await visitor.pay(checkout.url)).toBe(true)
  return 'paid'
}

async function payWithHour(visitor: Visitor, startsAt: string): Promise<Outcome> {
  const checkout = await visitor.checkout(startsAt)
  if (isRefused(checkout)) return expectTold(checkout.code, 'hold-expired')
  expect(await visitor.pay(checkout.url)).toBe(true)
  return 'paid'
}

async function holdAndPay(visitor: Visitor, startsAt: string): Promise<Outcome> {
  const held = await visitor.hold(startsAt)
  return isRefused(held) ? expectTold(held.code, 'slot-taken') : payWithHour(visitor, startsAt)
}

function expectTold(code: string, expected: string): Outcome {
  expect(code).toBe(expected)
  return 'told'
}

async function chooseAnotherHour(email: string, gone: string): Promise<void> {
  const page = await openVisitorPage({ size: phoneViewport })
  await page.goto(getMailLink(await waitForMail(email, RECEIPT)))
  await page.getByRole('button', { name: 'Ver otras horas' }).click()
  const hours = page.getByRole('list', { name: 'Horas propuestas' }).getByRole('button')
  await hours.first().waitFor()
  const proposed = await hours
    .locator('time')
    .evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
  expect(proposed).toHaveLength(3)
  expect(proposed).not.toContain(gone)
  await expectUsableAtBothSizes(page)
  await hours.last().click()
  await expectUsableAtBothSizes(page)
  // Both statements about an early start were made with the order.
  expect(await page.getByRole('checkbox').count()).toBe(0)
  await page.getByRole('button', { name: 'Confirmar esta hora' }).click()
  await page.getByRole('heading', { name: 'Tu cita está confirmada' }).waitFor()
  await expectUsableAtBothSizes(page)
}

test('A-70 fifty visitors over the network want one hour, with holds, mailed links and late payments at once: one has it, nobody loses money', async () => {
  const product = await startProductWithTable()
  const startsAt = await findFreeHour()
  const before = { waiting: (await listWaitingOrders()).length, stripe: await readStripeSums() }
  const [holding, naming, without, choosing, late] = [
    visitorsOf('reserva', 26),
    visitorsOf('sin-reserva', 6),
    visitorsOf('sin-hora', 6),
    visitorsOf('por-correo', 6),
    visitorsOf('tarde', 6),
  ]
  for (const visitor of choosing) await payWithoutHour(visitor)
  const links = await Promise.all(choosing.map((visitor) => visitor.readLink()))
  const pages: string[] = []
  for (const visitor of late) {
    const [held, checkout] = [await visitor.hold(startsAt), await visitor.checkout(startsAt)]
    if (isRefused(held) || isRefused(checkout)) throw new Error('the hour was not held')
    pages.push(checkout.url)
    await loseHolds(product)
  }

  // Of the late payers, two pay by a delayed method.
  const outcomes = await Promise.all([
    ...holding.map((visitor) => holdAndPay(visitor, startsAt)),
    ...naming.map((visitor) => payWithHour(visitor, startsAt)),
    ...without.map((visitor) => payWithoutHour(visitor)),
    ...choosing.map((visitor, n) => visitor.choose(links[n] ?? '', startsAt).then(() => 'paid' as const)),
    ...late.map((visitor, n) => visitor.pay(pages[n] ?? '', n < 2 ? 'later' : 'pay').then(() => 'paid' as const)),
  ])
  await Promise.all([
    ...pages
      .slice(0, 2)
      .map((url) => sendConsoleCommand('stripe/settle', { sessionId: toStripeSessionId(url), outcome: 'succeeded' })),
    sendConsoleCommand('stripe/redeliver', { times: 3 }),
  ])
  await sendConsoleCommand('stripe/redeliver', {})

  const everybody = [...holding, ...naming, ...without, ...choosing, ...late]
  const payers = everybody.filter((_, n) => outcomes[n] === 'paid')
  const buyers = await Promise.all(everybody.map(({ email }) => readBuyer(email)))
  const known = buyers.flatMap((buyer) => buyer ?? [])
  // Visitors who were told that the hour is gone paid nothing; all others paid once.
  expect(known.map(({ paid }) => paid.map(({ amountCents }) => amountCents))).toEqual(payers.map(() => [PRICE]))
  const booked = known.flatMap((buyer) => buyer.booked)
  expect(booked.map(({ startsAt: hour, status }) => [hour, status])).toEqual([[startsAt, 'scheduled']])
  const waiting = await listWaitingOrders()
  expect(waiting.length - before.waiting).toBe(payers.length - 1)
  for (const { customerId, booked: own } of known)
    expect(waiting.filter((order) => order.customerId === customerId)).toHaveLength(1 - own.length)
  for (const { email } of payers) {
    await waitForMail(email, RECEIPT)
    expect((await listConsoleMails(email)).filter(({ subject }) => RECEIPT.test(subject))).toHaveLength(1)
  }
  expect((await readStripeSums()).paid - before.stripe.paid).toBe(payers.length * PRICE)

  // The hour was gone when the payment arrived: the mail's link offers three others. Checked before the clock moves,
  // because on the next day the first of them may be too near.
  const losing = known.filter((buyer) => buyer.booked.length === 0)
  const tooLate = losing.find((buyer) => late.some(({ email }) => email === buyer.email))
  await chooseAnotherHour(tooLate?.email ?? '', startsAt)

  // Five of those without the hour request a refund, and the practice presses twice.
  const losers = losing.filter((buyer) => buyer !== tooLate).slice(0, 5)
  await Promise.all(
    [...losers, ...losers].map(({ customerId, paid: [payment] }) =>
      askAsPractice(apiContract.payments.refundUnproven, {
        params: { customerId, paymentId: payment?.paymentId ?? '' },
      }),
    ),
  )
  await sendConsoleCommand('stripe/redeliver', { times: 2 })
  await sendConsoleCommand('clock', { advance: 'PT25H' })

  expect((await readStripeSums()).refunded - before.stripe.refunded).toBe(losers.length * PRICE)
  expect(await listWaitingOrders()).toHaveLength(waiting.length - 1 - losers.length)
  const { items, nights } = await askAsPractice(apiContract.diagnostics.invariants, {})
  expect(items.filter(({ state }) => state !== 'holds')).toEqual([])
  expect(nights.slice(0, 1)).toMatchObject([{ broken: [], unknown: [] }])
  expect(nights.length).toBeGreaterThan(1)
}, 240_000)
