import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

test('the practice sees which hours visitors keep while they pay, until when, and nothing about the visitors', async () => {
  const practice = await createTestPractice()
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const now = practice.wallClock().getTime()
  const minutesFromNow = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const hold = (ticketHash: string, startsAt: string, more: object) =>
    practice.data.slotHolds
      .put({
        ticketHash,
        consultationId: `con_${ticketHash}`,
        startsAt,
        durationMinutes: 30,
        pauseMinutes: 10,
        product: 'primera-consulta',
        network: 'network',
        provider: 'provider',
        heldUntil: minutesFromNow(9),
        version: 1,
        expiresAtEpoch: Math.floor(now / 1000) + 86_400,
        ...more,
      })
      .go()
  await hold('held', '2026-12-01T10:00:00.000Z', {})
  await hold('lapsed', '2026-12-01T11:00:00.000Z', { heldUntil: minutesFromNow(-1) })
  await hold('paying', '2026-12-01T12:00:00.000Z', { heldUntil: minutesFromNow(-1), orderId: 'ord_aaaaaaaa' })
  await hold('later', '2026-12-08T10:00:00.000Z', {})

  const query = { from: '2026-11-29T23:00:00.000Z', to: '2026-12-06T23:00:00.000Z' }
  const { body } = await ask(consultations.listHolds, { as, query })

  expect(body.items).toEqual([
    { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 30, heldUntil: minutesFromNow(9) },
    { startsAt: '2026-12-01T12:00:00.000Z', durationMinutes: 30, heldUntil: minutesFromNow(-1) },
  ])
})
