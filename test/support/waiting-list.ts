import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../functions/consultations/handler.ts'
import { createLambdaHandler as serveSchedule } from '../../functions/consultations/lapse-requests.handler.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims, type PracticePerson } from './people.ts'
import { createTestPractice } from './practice.ts'

export const FREED = '2026-12-01T09:00:00.000Z'
export const LATER = ['2026-12-10T09:00:00.000Z', '2026-12-11T09:00:00.000Z', '2026-12-14T09:00:00.000Z'] as const
export const visit = (startsAt: string) => ({ startsAt, durationMinutes: 30, type: 'seguimiento' })

/** A client has the hour FREED, and three others with later consultations wait, in this order. */
export async function createWaitingList({
  freed = FREED,
  later = LATER,
  now,
}: { readonly freed?: string; readonly later?: readonly [string, string, string]; readonly now?: string } = {}) {
  const practice = await createTestPractice()
  if (now) practice.clock.set(now)
  const boss = await createAdministrador(practice, { mfaEnabledAt: '2026-10-01T08:00:00.000Z' })
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const run = serveSchedule(() => practice)
  const asBoss = () => createPasswordSessionClaims(boss, practice)
  const as = (person: PracticePerson) => createPasswordSessionClaims(person, practice)
  const book = async (customerId: string, startsAt: string) =>
    (await ask(consultations.book, { as: asBoss(), body: { ...visit(startsAt), customerId } })).body
  const wait = (person: PracticePerson, waiting = true) =>
    ask(consultations.setOwnWaitingPlace, { as: as(person), body: { waiting } })
  const look = async (person: PracticePerson) => (await ask(consultations.readOwnWaitingPlace, { as: as(person) })).body
  const answer = (endpoint: 'takeFreedHour' | 'declineFreedHour', person: PracticePerson, startsAt = freed) =>
    ask(consultations[endpoint], { as: as(person), body: { startsAt } })
  const leaver = await createCliente(practice)
  const taken = await book(leaver.customerId, freed)
  const join = async (startsAt: string) => {
    const person = await createCliente(practice)
    await book(person.customerId, startsAt)
    await wait(person)
    practice.clock.advance({ seconds: 1 })
    return person
  }
  const [first, second, third] = [await join(later[0]), await join(later[1]), await join(later[2])]
  const free = () =>
    ask(consultations.setStatus, {
      as: asBoss(),
      params: { customerId: leaver.customerId, consultationId: taken.consultationId },
      body: { status: 'cancelled', version: taken.version },
    })
  const slots = async () => {
    const { body } = await ask(consultations.listFreeSlots, { query: { type: 'seguimiento', week: '2026-11-30' } })
    return body.days.flatMap((day) => day.slots)
  }
  const startOf = async ({ customerId }: PracticePerson) =>
    (await practice.data.consultations.query.byCustomer({ customerId }).go()).data.map(({ startsAt }) => startsAt)
  return {
    practice,
    boss,
    ask,
    run,
    as,
    asBoss,
    book,
    wait,
    look,
    answer,
    leaver,
    free,
    slots,
    startOf,
    first,
    second,
    third,
  }
}
