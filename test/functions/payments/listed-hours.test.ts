import { assert, array, asyncProperty, constantFrom, integer, record } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contract/calendar-days'
import { consultationTypes } from '#contract/consultation-types'
import { consultations } from '#contract/consultations-domain'
import type { OpeningHours } from '#contract/opening-hours'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { findFreeSlotsNaively } from '../../support/naive-free-slots.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { quarterAfter, randomOpeningHours } from '../../support/random-opening-hours.ts'
import { createShopSetup } from '../../support/shop.ts'
import { createSlotVisitor, listFreeStarts } from '../../support/slot-visitors.ts'
import { storeOpeningHours } from '../../support/stored-opening-hours.ts'

/** Printed; set SLOT_SEED to repeat a failure. */
const seed = Number(process.env['SLOT_SEED'] ?? Date.now() % 2 ** 31)
process.stdout.write(`listed hours: SLOT_SEED=${seed}\n`)
/** Few, because the suite is long; the workflow `nightly` runs many. */
const RUNS = Number(process.env['SLOT_RUNS'] ?? 6)

/** A usual week and those with a clock change, all within a year of the practice's current time. */
const weeks = constantFrom('2026-11-30', '2027-03-22', '2027-10-25')

const random = weeks.chain((monday) =>
  record({
    monday: constantFrom(monday),
    before: randomOpeningHours(monday),
    after: randomOpeningHours(monday),
    wanted: array(
      record({
        startsAt: integer({ min: -4, max: 7 * 96 }).map((quarter) => quarterAfter(monday, quarter)),
        durationMinutes: integer({ min: 1, max: 8 }).map((quarters) => quarters * 15),
        type: constantFrom(...consultationTypes),
      }),
      { minLength: 4, maxLength: 12 },
    ),
  }),
)

async function openBookedPractice(hours: OpeningHours, wanted: readonly object[]) {
  const shop = await createShopSetup()
  const { practice } = shop
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(serveConsultations(() => practice))
  const as = createPasswordSessionClaims(boss, practice)
  await storeOpeningHours(practice.data, hours)
  for (const each of wanted) await ask(consultations.book, { as, body: { ...each, customerId: client.customerId } })
  const { data: stored } = await practice.data.consultations.scan.go({ pages: 'all' })
  const bookings = stored.map(({ startsAt, durationMinutes, type }) => ({
    startsAt,
    durationMinutes,
    type,
    pauseMinutes: hours.types[type].pauseMinutes,
  }))
  return { shop, practice, bookings }
}

const TRIED = 4

test(
  'A-70 the list has the hours found minute by minute, whatever was booked before the opening hours changed, and each of them can be held',
  { timeout: 120_000 + RUNS * 5000 },
  async () => {
    await assert(
      asyncProperty(random, async ({ monday, before, after, wanted }) => {
        const { shop, practice, bookings } = await openBookedPractice(before, wanted)
        const hours = { ...after, horizonDays: 365 }
        await storeOpeningHours(practice.data, hours)

        const listed = await listFreeStarts(shop, monday)

        const question = { hours, type: 'primera_consulta', from: monday, to: addDays(monday, 6) } as const
        expect(listed).toEqual(findFreeSlotsNaively({ ...question, now: practice.now(), bookings, holds: [] }))
        const distance = (start: string) =>
          Math.min(...bookings.map((each) => Math.abs(Date.parse(each.startsAt) - Date.parse(start))))
        const near = listed.toSorted((one, other) => distance(one) - distance(other))
        for (const startsAt of near.slice(0, TRIED)) {
          const visitor = createSlotVisitor(shop)
          expect(await visitor.hold(startsAt), startsAt).toMatchObject({ status: 200 })
          await visitor.release()
        }
      }),
      { seed, numRuns: RUNS },
    )
  },
)
