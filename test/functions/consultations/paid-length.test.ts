import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createShopSetup, payAtStripe } from '../../support/shop.ts'

const first = { startsAt: '2026-12-10T09:00:00.000Z', durationMinutes: 30, type: 'primera_consulta' } as const
const moved = '2026-12-11T09:00:00.000Z'

async function aClient({ pays = true } = {}) {
  const shop = await createShopSetup()
  const { practice, session: as } = shop
  if (pays) {
    const { sessionId } = await payAtStripe(shop)
    await shop.ask(payments.confirm, { body: { sessionId } })
  }
  const ask = createEndpointCaller(serveConsultations(() => practice))
  const request = (body: object = {}) => ask(consultations.request, { as, body: { ...first, ...body } })
  const move = ({ consultationId, version }: { consultationId: string; version: number }, body: object) =>
    ask(consultations.move, { as, params: { consultationId }, body: { ...first, startsAt: moved, version, ...body } })
  const stored = async () => (await practice.data.consultations.scan.go()).data[0]
  return { request, move, stored }
}

test.each([
  [{ durationMinutes: 240 }, ['durationMinutes']],
  [{ type: 'seguimiento' }, ['type']],
  [{ durationMinutes: 15, type: 'urgente' }, ['durationMinutes', 'type']],
])('A-71 what is paid is moved, and not exchanged for %o', async (body, fields) => {
  const { request, move, stored } = await aClient()
  const { body: booked } = await request()

  const refused = await move(booked, body)
  const before = await stored()
  const kept = await move(booked, {})

  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  expect(Object.keys((refused.body as { problems?: object }).problems ?? {})).toEqual(fields)
  expect(before).toMatchObject({ ...first, version: 1 })
  expect(kept).toMatchObject({ status: 200, body: { ...first, startsAt: moved } })
})

test('A-71 nobody redeems a paid first consultation for a longer one', async () => {
  const { request, stored } = await aClient()

  const long = await request({ durationMinutes: 240 })
  const nothing = await stored()

  expect(long).toMatchObject({ status: 400, body: { problems: { durationMinutes: [expect.any(String)] } } })
  expect(nothing).toBeUndefined()
  expect(await request()).toMatchObject({ status: 201, body: { isPaid: true, durationMinutes: 30 } })
})

test('A-36 a request that becomes a first consultation by moving has the price of one', async () => {
  const { request, move } = await aClient({ pays: false })
  const { body: asked } = await request({ type: 'seguimiento', durationMinutes: 30 })

  const { body } = await move(asked, {})

  expect([asked.priceCents, body.priceCents]).toEqual([null, 8000])
})
