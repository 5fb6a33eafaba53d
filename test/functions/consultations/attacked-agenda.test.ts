import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as sweeping } from '../../../functions/consultations/lapse-requests.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

const madrid = new Intl.DateTimeFormat('es-ES', {
  timeZone: 'Europe/Madrid',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
})

const hourOf = (instant: string) => {
  const parts = Object.fromEntries(madrid.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return { weekday: parts['weekday'] ?? '', hour: Number(parts['hour']) }
}

test('A-67 of 150 requests and as many moves as are possible, six free accounts hold six hours at most, all in the practice’s hours, for two days', async () => {
  const practice = await createTestPractice()
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const people = await Promise.all(Array.from({ length: 6 }, () => createCliente(practice)))
  const held = async () =>
    Promise.all(
      people.map(async (person) => {
        const { body } = await ask(consultations.listMine, { as: createPasswordSessionClaims(person, practice) })
        return body.items
      }),
    )

  for (let n = 0; n < 25; n++) {
    // Cycles through all hours and weekdays, 03:00 and Sundays included, and lengths up to a working day.
    const startsAt = new Date(Date.UTC(2026, 10, 23 + (n % 9), (n * 7) % 24, (n % 4) * 15)).toISOString()
    const durationMinutes = [60, 480, 30, 120, 61][n % 5]
    for (const person of people) {
      const as = createPasswordSessionClaims(person, practice)
      await ask(consultations.request, { as, body: { startsAt, durationMinutes, type: 'general' } })
    }
  }
  for (let n = 0; n < 5; n++) {
    for (const [index, [mine]] of (await held()).entries()) {
      const person = people[index]
      if (!mine || !person) continue
      const startsAt = new Date(Date.UTC(2026, 10, 24 + n, 3 + n * 4)).toISOString()
      await ask(consultations.move, {
        as: createPasswordSessionClaims(person, practice),
        params: { consultationId: mine.consultationId },
        body: { startsAt, durationMinutes: 480, version: mine.version },
      })
    }
  }

  const kept = await held()
  expect(kept.flat().length).toBeGreaterThan(0)
  for (const mine of kept) {
    expect(mine.length).toBeLessThanOrEqual(1)
    for (const { startsAt, durationMinutes } of mine) {
      const { weekday, hour } = hourOf(startsAt)
      expect(durationMinutes).toBeLessThanOrEqual(60)
      expect(['sáb', 'dom']).not.toContain(weekday)
      expect((hour >= 9 && hour < 14) || (hour >= 16 && hour < 19), `${weekday} ${hour}`).toBe(true)
    }
  }
  practice.clock.advance({ hours: 48, minutes: 1 })
  expect(await sweeping(() => practice)()).toEqual({ lapsed: kept.flat().length })
})
