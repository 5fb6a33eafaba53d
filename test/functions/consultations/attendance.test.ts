import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveReminders } from '../../../functions/consultations/send-reminders.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'

const START = '2026-12-01T16:30:00.000Z'
const wish = (startsAt: string) => ({ startsAt, durationMinutes: 60, type: 'seguimiento' })

async function receiveReminder() {
  const practice = await createTestPractice()
  const [client, boss] = [await createCliente(practice), await createAdministrador(practice)]
  const { customerId } = client
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(boss, practice)
  const { body: booked } = await ask(consultations.book, { as: as(), body: { ...wish(START), customerId } })
  practice.clock.set('2026-11-30T16:30:00.000Z')
  await serveReminders(() => practice)()
  const { tokenFor } = createOutboxReader(practice)
  const token = await tokenFor(client.email)
  const params = { customerId, consultationId: booked.consultationId }
  const readAsPractice = async () => (await ask(consultations.read, { as: as(), params })).body
  const move = (startsAt: string) =>
    ask(consultations.edit, { as: as(), params, body: { ...wish(startsAt), version: booked.version } })
  const cancel = () =>
    ask(consultations.setStatus, { as: as(), params, body: { status: 'cancelled', version: booked.version } })
  const look = () => ask(consultations.readAttendance, { body: { token } })
  const confirm = () => ask(consultations.confirmAttendance, { body: { token } })
  const countEntries = async () =>
    (await listAuditChanges(practice)).filter(({ action }) => action === 'ATTENDANCE_CONFIRMED').length
  return { practice, booked, ask, token, look, confirm, move, cancel, readAsPractice, countEntries }
}

test('opening the link of a reminder says which hour it is, and confirms nothing', async () => {
  const { look, readAsPractice } = await receiveReminder()

  const { body } = await look()

  expect(body).toEqual({ startsAt: START, durationMinutes: 60, confirmed: false, earlyStartUntil: null })
  expect(await readAsPractice()).toMatchObject({ attendanceConfirmed: false })
})

test('“Confirmo que iré” shows in the agenda, once and repeated, and disturbs nobody who edits', async () => {
  const { booked, look, confirm, readAsPractice, countEntries } = await receiveReminder()

  const answers = [await confirm(), await confirm(), await look()]

  expect(answers.map(({ status, body }) => [status, body.confirmed])).toEqual([
    [200, true],
    [200, true],
    [200, true],
  ])
  expect(await readAsPractice()).toMatchObject({ attendanceConfirmed: true, version: booked.version })
  expect(await countEntries()).toBe(1)
})

test('of ten presses at once one is written, and all are told that it is', async () => {
  const { confirm, countEntries } = await receiveReminder()

  const answers = await Promise.all(Array.from({ length: 10 }, confirm))

  expect(answers.map(({ body }) => body.confirmed)).toEqual(Array.from({ length: 10 }, () => true))
  expect(await countEntries()).toBe(1)
})

test('a link says nothing of another hour: moved or cancelled, it is refused, and the confirmation is taken back', async () => {
  const [moved, cancelled] = [await receiveReminder(), await receiveReminder()]
  await moved.confirm()
  await moved.move('2026-12-03T09:00:00.000Z')
  await cancelled.cancel()

  expect([await moved.confirm(), await cancelled.confirm(), await cancelled.look()]).toMatchObject(
    Array.from({ length: 3 }, () => ({ status: 409, body: { code: 'consultation-closed' } })),
  )
  expect(await moved.readAsPractice()).toMatchObject({ attendanceConfirmed: false })
})

test('a press at the moment at which the hour is cancelled confirms nothing', async () => {
  const { practice, confirm, cancel, readAsPractice, countEntries } = await receiveReminder()
  interruptNextWrite(practice, 'consultation', cancel)

  const answer = await confirm()

  expect(answer).toMatchObject({ status: 409, body: { code: 'consultation-closed' } })
  expect(await readAsPractice()).toMatchObject({ status: 'cancelled', attendanceConfirmed: false })
  expect(await countEntries()).toBe(0)
})

test('a link works until the consultation begins, and no other word opens one', async () => {
  const { practice, ask, confirm, countEntries } = await receiveReminder()
  practice.clock.set(START)

  expect(await confirm()).toMatchObject({ status: 409, body: { code: 'consultation-closed' } })
  expect(await ask(consultations.confirmAttendance, { body: { token: 'A'.repeat(43) } })).toMatchObject({
    status: 409,
    body: { code: 'link-invalid' },
  })
  expect(await countEntries()).toBe(0)
})
