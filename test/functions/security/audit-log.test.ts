import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import { security } from '#contract/security'
import { createLambdaHandler as serveConsultations } from '../../../functions/consultations/handler.ts'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { claimUnclaimedCustomer } from '../../../functions/customers/public/unclaimed-customer.ts'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  recordSecondFactorProof,
} from '../../support/people.ts'
import { createTestPractice, listAuditedActions } from '../../support/practice.ts'

async function aLog() {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice, { firstName: 'Elena', lastName: 'Prado' })
  const carmen = await createAdministrador(practice, { firstName: 'Carmen', lastName: 'Iglesias' })
  const client = await createCliente(practice)
  const as = createPasswordSessionClaims(elena, practice)
  const agenda = createEndpointCaller(serveConsultations(() => practice))
  const book = async (startsAt: string, customerId = client.customerId) => {
    const answer = await agenda(consultations.book, {
      as,
      body: { customerId, startsAt, durationMinutes: 60, type: 'general' },
    })
    practice.clock.advance({ minutes: 1 })
    return answer.body
  }
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const read = async (query: Readonly<Record<string, string | number>> = {}) =>
    (await ask(security.audit, { as, query })).body
  return { practice, elena, carmen, client, as, agenda, book, ask, read }
}

const actionsIn = ({ items }: { readonly items: readonly { readonly action: string }[] }) =>
  items.map(({ action }) => action)

test('SEC-18 DATA-25 LIM-08 the log begins with its twenty newest entries, and goes on to the oldest', async () => {
  const { practice, client, read } = await aLog()
  const numbers = Array.from({ length: 25 }, (_, index) => String(index).padStart(8, '0'))
  await openRawAuditLog(practice)
    .put(
      numbers.map((number, index) => ({
        auditId: `aud_${number}`,
        month: index < 3 ? '2026-01' : '2026-10',
        createdAt: `${index < 3 ? '2026-01' : '2026-10'}-01T10:00:${number.slice(-2)}.000Z`,
        action: 'CUSTOMER_CHANGED' as const,
        userId: 'usr_elena',
        subjectId: client.customerId,
      })),
    )
    .go()

  const first = await read()
  const second = await read({ cursor: first.next ?? '' })

  expect(first.items).toHaveLength(20)
  const days = [...first.items, ...second.items].filter(({ auditId }) => numbers.includes(auditId.slice('aud_'.length)))
  expect(days.map(({ auditId }) => auditId)).toEqual(numbers.toReversed().map((number) => `aud_${number}`))
  expect(second.next).toBeNull()
})

test('an entry says who did what to whom, from where, and which value changed', async () => {
  const { elena, client, as, agenda, book, read } = await aLog()
  const { consultationId, version } = await book('2026-12-01T10:00:00.000Z')
  await agenda(consultations.setStatus, {
    as,
    params: { customerId: client.customerId, consultationId },
    body: { status: 'in_progress', version },
  })

  const { items } = await read()

  const [changed, booked] = items.filter(({ action }) => action.startsWith('CONSULTATION_'))
  expect(changed).toMatchObject({
    action: 'CONSULTATION_STATUS_SET',
    by: { id: elena.userId, name: 'Elena Prado' },
    about: { id: client.customerId, name: 'Lucía Ferrer', customerId: client.customerId },
    values: [
      { name: 'Cita', before: null, after: '1/12/26, 11:00' },
      { name: 'Estado', before: 'Programada', after: 'En curso' },
    ],
    address: '203.0.113.7',
  })
  expect(booked?.values).toEqual([{ name: 'Cita', before: null, after: '1/12/26, 11:00' }])
})

describe('the log is narrowed down to', () => {
  test('what one person did', async () => {
    const { elena, carmen, book, read } = await aLog()
    await book('2026-12-01T10:00:00.000Z')

    const hers = await read({ by: elena.userId })

    expect(actionsIn(hers)).toContain('CONSULTATION_BOOKED')
    expect(hers.items.every(({ by }) => by?.id === elena.userId)).toBe(true)
    expect(actionsIn(await read({ by: carmen.userId }))).not.toContain('CONSULTATION_BOOKED')
  })

  test('one action', async () => {
    const { book, read } = await aLog()
    await book('2026-12-01T10:00:00.000Z')

    expect(actionsIn(await read({ action: 'CONSULTATION_BOOKED' }))).toEqual(['CONSULTATION_BOOKED'])
  })

  test('one client, by their record and by their account', async () => {
    const { practice, client, book, read } = await aLog()
    const other = await createCliente(practice)
    await book('2026-12-01T10:00:00.000Z')
    await book('2026-12-02T10:00:00.000Z', other.customerId)
    await practice.data.auditEntries
      .create({
        auditId: 'aud_of-the-account',
        month: '2026-11',
        createdAt: '2026-11-21T08:00:00.000Z',
        action: 'LOGIN_FAILED',
        userId: client.userId,
        subjectId: client.userId,
      })
      .go()

    const theirs = await read({ customerId: client.customerId })

    expect(actionsIn(theirs)).toEqual(['CONSULTATION_BOOKED', 'LOGIN_FAILED'])
  })

  test('days of the practice, the last one whole', async () => {
    const { practice, client, read } = await aLog()
    // Half past eleven at night and half past midnight in Madrid.
    const moments = ['2026-06-30T21:30:00.000Z', '2026-06-30T22:30:00.000Z', '2026-07-01T21:59:59.999Z']
    await openRawAuditLog(practice)
      .put(
        moments.map((createdAt, index) => ({
          auditId: `aud_0000000${index}`,
          month: createdAt.slice(0, 7),
          createdAt,
          action: 'CUSTOMER_CHANGED' as const,
          userId: 'usr_elena',
          subjectId: client.customerId,
        })),
      )
      .go()

    const { items } = await read({ from: '2026-07-01', until: '2026-07-01' })

    expect(items.map(({ auditId }) => auditId)).toEqual(['aud_00000002', 'aud_00000001'])
  })

  test('nobody who is not a client', async () => {
    const { ask, as } = await aLog()

    const { body } = await ask(security.audit, { as, query: { customerId: 'cus_of-nobody' } })

    expect(body).toMatchObject({ code: 'not-found' })
  })
})

test('whoever was erased has no name in the log, and what the product did itself has no person', async () => {
  const { practice, read } = await aLog()
  await practice.data.auditEntries
    .create({
      auditId: 'aud_00000000',
      month: '2026-11',
      createdAt: '2026-11-21T08:00:00.000Z',
      action: 'CUSTOMER_ERASED',
      userId: 'schedule',
      subjectId: 'cus_pseudonym',
    })
    .go()

  const { items } = await read({ action: 'CUSTOMER_ERASED' })

  expect(items).toMatchObject([{ by: null, about: { id: 'cus_pseudonym', name: null, customerId: null } }])
})

test('what named a record that was joined with another one names the client of that one', async () => {
  const { practice, client, as, read } = await aLog()
  const askCustomers = createEndpointCaller(serveCustomers(() => practice))
  const { body: made } = await askCustomers(customers.create, { as, body: { name: 'Luci', email: 'luci@corre.test' } })
  const { data: waiting } = await practice.data.customers.get({ customerId: made.customerId }).go()
  const owner = { userId: client.userId, email: client.email, name: 'Lucía Ferrer', caller: undefined }
  if (waiting) await claimUnclaimedCustomer(waiting, { owner, customerId: client.customerId }, practice)
  // As the log has it from before it named the other record.
  const before = { month: '2026-11', createdAt: '2026-11-20T08:00:00.000Z', subjectId: 'cus_from-before' }
  const { auditEntries } = practice.data
  await auditEntries.create({ ...before, auditId: 'aud_1', action: 'CUSTOMER_CREATED', userId: 'stripe' }).go()
  await auditEntries.create({ ...before, auditId: 'aud_2', action: 'CUSTOMER_LINKED', userId: client.userId }).go()

  const { items } = await read({ action: 'CUSTOMER_CREATED' })

  const { customerId } = client
  expect(items.map(({ about }) => about)).toEqual([
    { id: made.customerId, name: 'Lucía Ferrer', customerId },
    { id: 'cus_from-before', name: 'Lucía Ferrer', customerId },
  ])
})

describe('the log as a file', () => {
  test('asks for a fresh code', async () => {
    const { practice, ask, as } = await aLog()
    practice.clock.advance({ minutes: 6 })

    const { body } = await ask(security.exportAudit, { as, query: {} })

    expect(body).toMatchObject({ code: 'proof-required' })
  })

  test('says in Spanish what the screen says, and is itself an entry', async () => {
    const { practice, elena, ask, book } = await aLog()
    await book('2026-12-01T10:00:00.000Z')
    await recordSecondFactorProof(elena, practice)

    const { body } = await ask(security.exportAudit, {
      as: createPasswordSessionClaims(elena, practice),
      query: { action: 'CONSULTATION_BOOKED' },
    })

    const [heads, line] = body.csv.split('\r\n')
    expect(heads).toBe('\uFEFFFecha;Quién;Qué;Sobre;Valor;Dirección IP;Navegador;Id.')
    expect(line).toMatch(/^2026-11-21 10:00:00;Elena Prado;Consulta programada;Lucía Ferrer;Cita: 1\/12\/26, 11:00;/)
    expect(body.next).toBeNull()
    expect(await listAuditedActions(practice)).toContain('AUDIT_EXPORTED')
  })
})

test('the file says who did something where nobody is known for it: of a failed sign-in nobody, else the system', async () => {
  const { practice, client, as, ask } = await aLog()
  const entry = { month: '2026-11', createdAt: '2026-11-21T08:00:00.000Z' }
  const { auditEntries } = practice.data
  const { userId } = client
  await auditEntries
    .create({ ...entry, auditId: 'aud_00000001', action: 'LOGIN_FAILED', userId, subjectId: userId })
    .go()
  await auditEntries
    .create({ ...entry, auditId: 'aud_00000002', action: 'EXPORT_REMOVED', userId: 'schedule', subjectId: userId })
    .go()

  const who = async (action: 'LOGIN_FAILED' | 'EXPORT_REMOVED') => {
    const { body } = await ask(security.exportAudit, { as, query: { action } })
    return body.csv.split('\r\n')[1]?.split(';').slice(0, 2)
  }

  expect(await who('LOGIN_FAILED')).toEqual(['2026-11-21 09:00:00', 'Sin identificar'])
  expect(await who('EXPORT_REMOVED')).toEqual(['2026-11-21 09:00:00', 'Sistema'])
})

test('a part of either file that is asked for by a made-up cursor is an entry too', async () => {
  const { practice, as, ask } = await aLog()
  const query = { cursor: '2099-01-01T00:00:00.000Z~aud_zzzzzzzz' as const }
  const askCustomers = createEndpointCaller(serveCustomers(() => practice))

  const log = await ask(security.exportAudit, { as, query })
  const clients = await askCustomers(customers.exportAll, { as, query })

  expect([log.status, clients.status]).toEqual([200, 200])
  expect(await listAuditedActions(practice)).toEqual(expect.arrayContaining(['AUDIT_EXPORTED', 'CUSTOMERS_EXPORTED']))
})

test('what is changed in a record is named by its fields, and never by what stands in them', async () => {
  const { practice, client, as, read } = await aLog()
  const edit = createEndpointCaller(serveCustomers(() => practice))
  const { name, email, version } = (await edit(customers.read, { as, params: { customerId: client.customerId } })).body
  await edit(customers.edit, {
    as,
    params: { customerId: client.customerId },
    body: { name, email, version, phone: '600 100 200', notes: 'Duerme mal' },
  })

  const { items } = await read({ action: 'CUSTOMER_CHANGED' })

  expect(items).toMatchObject([{ values: [{ name: 'Ha cambiado', before: null, after: 'teléfono, notas' }] }])
  expect(JSON.stringify(items)).not.toContain('Duerme')
})

test('of a sign-in that failed the log says whose account it was, and not that its owner did it', async () => {
  const { practice, client, read } = await aLog()
  const createdAt = practice.now().toISOString()
  const entry = {
    auditId: 'aud_of-a-try',
    month: '2026-11',
    createdAt,
    userId: client.userId,
    subjectId: client.userId,
  }
  await practice.data.auditEntries.create({ ...entry, action: 'LOGIN_FAILED', address: '83.45.12.70' }).go()

  const { items } = await read({ action: 'LOGIN_FAILED' })

  expect(items).toMatchObject([{ by: null, about: { id: client.userId }, address: '83.45.12.70' }])
  expect((await read({ by: client.userId })).items.map(({ action }) => action)).not.toContain('LOGIN_FAILED')
})

test('an entry says which improvements fell, when a penetration test was, and what a client asked about who opened their data', async () => {
  const { practice, client, read } = await aLog()
  const { userId } = client
  const entry = { month: '2026-11', createdAt: practice.now().toISOString(), userId, subjectId: userId }
  const { auditEntries } = practice.data
  await auditEntries
    .create({ ...entry, auditId: 'aud_1', action: 'PENETRATION_TEST_RECORDED', details: { date: '2026-11-10' } })
    .go()
  await auditEntries
    .create({ ...entry, auditId: 'aud_2', action: 'DATA_OPENING_QUESTIONED', details: { reason: 'who' } })
    .go()

  await auditEntries
    .create({
      ...entry,
      auditId: 'aud_3',
      action: 'SECURITY_IMPROVEMENTS_CHANGED',
      details: { completed: ['passkeys'], lost: ['encryption', 'backups'] },
    })
    .go()

  expect((await read({ action: 'SECURITY_IMPROVEMENTS_CHANGED' })).items).toMatchObject([
    {
      values: [
        { name: 'Se cumple', after: 'Llaves de acceso (passkeys)' },
        { name: 'Ya no se cumple', after: 'Cifrado de datos y archivos, Copias y protección contra el borrado' },
      ],
    },
  ])
  expect((await read({ action: 'PENETRATION_TEST_RECORDED' })).items).toMatchObject([
    { values: [{ name: 'Fecha', before: null, after: '10/11/26' }] },
  ])
  expect((await read({ action: 'DATA_OPENING_QUESTIONED' })).items).toMatchObject([
    { values: [{ name: 'Motivo', before: null, after: '¿Quién es esta persona?' }] },
  ])
})
