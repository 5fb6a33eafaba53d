import { expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { listBrokenInvariants } from '../../support/invariants-at-night.ts'
import { createPasswordSessionClaims } from '../../support/people.ts'

const HOUR = '2026-12-03T12:00:00.000Z'

test('an order whose hour is cancelled, its payment kept, at the moment of the loss waits for no hour', async () => {
  const setup = await createDisputedPayment()
  const { consultationId, version } = await setup.book(HOUR)
  const agenda = createEndpointCaller(serveConsultations(() => setup.practice))
  await setup.dispute('open')
  await setup.act('lose')
  const { ordersToSchedule } = setup.practice.data
  const get = ordersToSchedule.get.bind(ordersToSchedule)
  const cancel = () =>
    agenda(consultations.setStatus, {
      as: createPasswordSessionClaims(setup.boss, setup.practice),
      params: { customerId: setup.buyer.customerId, consultationId },
      body: { status: 'cancelled', version },
    })
  let status = 0
  const spy = vi.spyOn(ordersToSchedule, 'get').mockImplementation(((...keys: Parameters<typeof get>) => {
    const asked = get(...keys)
    const go = async (...options: Parameters<typeof asked.go>) => {
      const before = await asked.go(...options)
      spy.mockRestore()
      if (status === 0) status = (await cancel()).status
      return before
    }
    return { ...asked, go }
  }) as never)

  await setup.hear()

  expect(status).toBe(200)
  expect(await setup.order()).toMatchObject({ status: 'refunded' })
  expect(await setup.waiting()).toEqual([])
  expect(await listBrokenInvariants(setup.practice)).toEqual({})
})
