import { expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const HOUR = '2026-12-01T10:00:00.000Z'

async function theDayAfter() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const { customerId } = client
  const { body: booked } = await ask(consultations.book, {
    as: createPasswordSessionClaims(boss, practice),
    body: { customerId, startsAt: HOUR, durationMinutes: 60, type: 'general' },
  })
  practice.clock.set('2026-12-02T09:00:00.000Z')
  const as = createPasswordSessionClaims(boss, practice)
  const params = { customerId, consultationId: booked.consultationId }
  const mails = async () => (await practice.data.mails.scan.go({ pages: 'all' })).data.map(({ content }) => content)
  return { practice, ask, as, client, params, mails }
}

test('a consultation that has passed is removed without telling its client that it is cancelled', async () => {
  const { ask, as, params, mails } = await theDayAfter()
  const before = await mails()

  const { status } = await ask(consultations.remove, { as, params, query: { version: 1 } })

  expect(status).toBe(200)
  expect(await mails()).toEqual(before)
})

test('a consultation that has passed is cancelled without a mail', async () => {
  const { ask, as, params, mails } = await theDayAfter()
  const before = await mails()
  const body = { status: 'cancelled', version: 1 }

  expect((await ask(consultations.setStatus, { as, params, body })).status).toBe(200)

  expect(await mails()).toEqual(before)
})

test('A-71 minutes that were held are kept of a completed consultation that was broken off, and of no other', async () => {
  const { practice, ask, as, params } = await theDayAfter()
  const set = (body: object) => ask(consultations.setStatus, { as, params, body })

  const whole = await set({ status: 'completed', heldMinutes: 60, version: 1 })
  const missed = await set({ status: 'no_show', heldMinutes: 20, version: 1 })
  const broken = await set({ status: 'completed', heldMinutes: 20, version: 1 })
  const corrected = await set({ status: 'completed', version: 2 })

  expect(whole).toMatchObject({
    status: 400,
    body: { problems: { heldMinutes: [expect.stringMatching(/^Tienen que ser menos de los 60/)] } },
  })
  expect(missed.status).toBe(400)
  expect(broken.body).toMatchObject({ status: 'completed', heldMinutes: 20 })
  expect(corrected.body.heldMinutes).toBeNull()
  const changes = (await listAuditChanges(practice)).filter(({ action }) => action === 'CONSULTATION_STATUS_SET')
  expect(changes.map(({ details }) => details)).toMatchObject([{ heldMinutes: 20 }, { old_status: 'completed' }])
})

test('A-35 the month keeps the consultations of a deleted client, with their name', async () => {
  const { practice, ask, as, client, params } = await theDayAfter()
  const { customerId } = client
  const remove = createEndpointCaller(serveCustomers(() => practice))
  expect((await remove(customers.remove, { as, params: { customerId } })).status).toBe(200)

  const month = { from: '2026-12-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }
  const { body } = await ask(consultations.agenda, { as, query: month })

  expect(body.items).toMatchObject([
    {
      consultationId: params.consultationId,
      customerName: 'Lucía Ferrer (eliminado)',
      customerEmail: client.email,
    },
  ])
})

test('nobody is asked to close the consultation of a deleted client, until they are brought back', async () => {
  const { practice, ask, as, client, params } = await theDayAfter()
  const other = await createCliente(practice)
  const { data: held } = await practice.data.consultations.get(params).go()
  if (!held) throw new Error('it was just booked')
  const earlier = { customerId: other.customerId, consultationId: 'con_earlier-0001' }
  await practice.data.consultations.put({ ...held, ...earlier, startsAt: '2026-12-01T08:00:00.000Z' }).go()
  const askCustomers = createEndpointCaller(serveCustomers(() => practice))
  const of = { as, params: { customerId: client.customerId } }
  const query = { before: '2026-12-01T23:00:00.000Z', limit: 1 }
  const toClose = async () => (await ask(consultations.toClose, { as, query })).body

  expect((await toClose()).items).toMatchObject([params])
  expect((await askCustomers(customers.remove, of)).status).toBe(200)
  const without = await toClose()
  expect((await askCustomers(customers.restore, of)).status).toBe(200)

  expect(without).toMatchObject({ items: [earlier], next: null })
  expect((await toClose()).items).toMatchObject([params])
})

test('a client is not deleted past a consultation that is booked at that moment', async () => {
  const { practice, ask, as, client } = await theDayAfter()
  const { customerId } = client
  const body = { customerId, startsAt: '2026-12-03T10:00:00.000Z', durationMinutes: 60, type: 'general' }
  const { transact } = practice.data
  const answers: number[] = []
  const meanwhile: typeof transact = async (writes) => {
    if (answers.length === 0) answers.push((await ask(consultations.book, { as, body })).status)
    return transact(writes)
  }
  const remove = createEndpointCaller(
    serveCustomers(() => ({ ...practice, data: { ...practice.data, transact: meanwhile } })),
  )

  const answer = await remove(customers.remove, { as, params: { customerId } })

  expect(answers).toEqual([201])
  expect(answer.body).toEqual({ code: 'changed-meanwhile' })
})
