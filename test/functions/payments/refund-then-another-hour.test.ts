import { expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { createPaidOrder, REFUND_ID } from '../../support/paid-order.ts'
import { createPasswordSessionClaims } from '../../support/people.ts'

const LATER = '2026-12-10T12:00:00.000Z'

async function aMissedConsultation() {
  const order = await createPaidOrder()
  const { practice, buyer } = order
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const asBoss = () => createPasswordSessionClaims(order.boss, practice)
  const { consultationId } = await order.book('2026-11-23T12:00:00.000Z')
  const params = { customerId: buyer.customerId, consultationId }
  practice.clock.advance({ days: 4 })
  const present = async () => (await agenda(consultations.read, { as: asBoss(), params })).body
  const setStatus = async (status: string) => {
    const { version } = await present()
    return agenda(consultations.setStatus, { as: asBoss(), params, body: { status, version } })
  }
  const move = async () => {
    const { version, durationMinutes, type, priceCents } = await present()
    const body = { startsAt: LATER, durationMinutes, type, priceCents, version }
    return agenda(consultations.edit, { as: asBoss(), params, body })
  }
  const giveAnotherHour = async () => {
    expect((await setStatus('scheduled')).status).toBe(200)
    return move()
  }
  await setStatus('no_show')
  const paymentId = order.orderId.replace('ord_', 'pay_')
  const refundByPractice = (amountCents: number) =>
    order.ask(payments.refundOfCustomer, {
      as: asBoss(),
      params: { customerId: params.customerId, paymentId },
      body: { refundId: REFUND_ID, amountCents, reason: 'Lo acordamos por teléfono' },
    })
  return { ...order, refundByPractice, setStatus, move, present, giveAnotherHour }
}

test('A-71 an hour given anew for a payment that went back whole is not paid', async () => {
  const { refund, giveAnotherHour, practice } = await aMissedConsultation()
  expect((await refund()).status).toBe(200)

  const { status, body } = await giveAnotherHour()

  expect(status).toBe(200)
  expect(body).toMatchObject({ startsAt: LATER, status: 'scheduled', isPaid: false, orderId: null })
  expect(await listBrokenInvariants(practice)).not.toHaveProperty('orders')
})

test('A-71 an hour given anew for a payment of which a part went back is paid', async () => {
  const { refundByPractice, giveAnotherHour, practice, orderId } = await aMissedConsultation()
  expect((await refundByPractice(3000)).status).toBe(200)

  expect((await giveAnotherHour()).body).toMatchObject({ isPaid: true, orderId })
  expect(await listBrokenInvariants(practice)).not.toHaveProperty('orders')
})

test('A-71 an hour that is given anew while all is being refunded is cancelled with its payment', async () => {
  const { refundByPractice, setStatus, move, present, practice } = await aMissedConsultation()
  await setStatus('scheduled')
  const { transact } = practice.data
  const overtaken = vi.spyOn(practice.data, 'transact').mockImplementation(async (writes) => {
    // All data for the refund has been read by now.
    if ('refund' in writes(practice.data as never)) {
      overtaken.mockRestore()
      await move()
    }
    return transact(writes)
  })

  const { status } = await refundByPractice(8000)

  expect(status).toBe(200)
  expect(await present()).toMatchObject({ startsAt: LATER, status: 'cancelled' })
  expect(await listBrokenInvariants(practice)).not.toHaveProperty('orders')
})
