import { expect, test } from 'vitest'
import { consultationBookingFields, consultationTextFields, consultationRequestFields } from '#contract/consultation'
import { consultations } from '#contract/consultations-domain'
import { getFieldInputSchemas, getObjectKeys } from '#contract/record-fields'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { toExportTable } from '../../../functions/privacy/export-table.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordPaidOrder,
} from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { createFieldSamples } from '../../support/schema-samples.ts'
import { signedUpPerson } from '../customers/import-setup.ts'

const appointment = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' } as const
const booking = (word: string) => ({
  ...createFieldSamples(getFieldInputSchemas(consultationBookingFields), word),
  ...appointment,
})
/** The price waits for the client's acceptance. */
const booked = (word: string) => {
  const { priceCents, ...rest } = booking(word) as ReturnType<typeof booking> & { readonly priceCents: number }
  return { ...rest, proposedPriceCents: priceCents }
}
const request = (word: string) => ({
  ...createFieldSamples(getFieldInputSchemas(consultationRequestFields), word),
  ...appointment,
})

const none = (fields: object) => Object.fromEntries(getObjectKeys(fields).map((field) => [field, null]))

async function aSetup() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  await recordPaidOrder(client, practice)
  const { customerId } = client
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  return {
    practice,
    ask,
    customerId,
    as: createPasswordSessionClaims(boss, practice),
    own: createPasswordSessionClaims(client, practice),
  }
}

async function aBookedConsultation() {
  const setup = await aSetup()
  const { ask, as, customerId } = setup
  const { body } = await ask(consultations.book, { as, body: { ...booking('Primero'), customerId } })
  return { ...setup, params: { customerId, consultationId: body.consultationId } }
}

test('every field of a consultation that the practice fills in is kept, changed and emptied', async () => {
  const { ask, as, params } = await aBookedConsultation()
  const { message: _, ...texts } = consultationTextFields

  const first = await ask(consultations.read, { as, params })
  const changed = await ask(consultations.edit, { as, params, body: { ...booking('Segundo'), version: 1 } })
  const read = await ask(consultations.read, { as, params })
  const body = { ...booking('Tercero'), ...none(texts), version: 2 }
  await ask(consultations.edit, { as, params, body })
  const emptied = await ask(consultations.read, { as, params })

  expect(first.body).toMatchObject(booked('Primero'))
  expect([changed.body, read.body]).toMatchObject([booked('Segundo'), booked('Segundo')])
  expect(emptied.body).toMatchObject({ ...booked('Tercero'), ...none(texts) })
})

test('every field of a consultation that its client fills in is kept and changed, and none of the practice’s is lost', async () => {
  const { ask, as, own, customerId } = await aSetup()
  const { body: asked } = await ask(consultations.request, { as: own, body: request('Primero') })
  const ofOne = { customerId, consultationId: asked.consultationId }
  await ask(consultations.edit, { as, params: ofOne, body: { ...booking('Nuestro'), version: 1 } })

  const moved = await ask(consultations.move, {
    as: own,
    params: { consultationId: asked.consultationId },
    body: { ...request('Segundo'), version: 2 },
  })

  const read = await ask(consultations.read, { as, params: ofOne })
  expect(asked).toMatchObject(request('Primero'))
  expect(moved.body).toMatchObject(request('Segundo'))
  expect(read.body).toMatchObject({ ...request('Segundo'), ...booked('Nuestro') })
})

test('no text of the practice about a consultation is shown to its client', async () => {
  const { ask, own } = await aBookedConsultation()

  const { body } = await ask(consultations.listMine, { as: own })

  expect(body.items).toHaveLength(1)
  expect(JSON.stringify(body)).not.toContain('Primero')
})

test('every field of a consultation goes with the client who registers', async () => {
  const { practice, ask, as } = await aSetup()
  const email = 'antes@correo.test'
  const createdAt = practice.now().toISOString()
  const former = { customerId: 'cus_filed-before', name: 'Ada', email, createdAt }
  await practice.data.customers.put(former).go()
  await practice.data.clientAddresses.put({ email, customerId: former.customerId }).go()
  const { customerId: to = '' } = await ensureUserProfile({ ...signedUpPerson, email, confirmed: false }, practice)
  const entered = { ...booking('Primero'), ...request('Primero') }
  const stored = { ...entered, status: 'scheduled', toConfirm: false, version: 1, sequence: 0, createdAt } as const
  await practice.data.consultations
    .put({ ...stored, customerId: former.customerId, consultationId: 'con_filed-before' } as never)
    .go()

  await ensureUserProfile({ ...signedUpPerson, email }, practice)

  const { body } = await ask(consultations.listOfCustomer, { as, params: { customerId: to } })
  expect(body.items).toMatchObject([entered])
})

test('every field of a consultation stands in the download under a name that people understand', async () => {
  const { practice, params } = await aBookedConsultation()
  const { data: stored } = await practice.data.consultations.get(params).go()

  const { columns } = toExportTable('consultas', [
    { ...stored, ...createFieldSamples(getFieldInputSchemas(consultationTextFields), 'Texto') },
  ])

  expect(columns.map(({ title }) => title)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^[a-z]/)]))
})
