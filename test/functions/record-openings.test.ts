import { describe, expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import type { ApiDomain } from '#contract/api-domains'
import { consultations } from '#contract/consultations-domain'
import { customers } from '#contract/customers-domain'
import type { Endpoint } from '#contract/endpoint'
import { customerRecordParts } from '#contract/record-parts'
import { security } from '#contract/security'
import { serve } from '#platform/serve'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { createEndpointCaller, type TestRequest } from '../support/endpoint-caller.ts'
import { createEndpointSamples } from '../support/endpoint-samples.ts'
import {
  createDomainCaller,
  getSampleBody,
  allEndpoints,
  createUnknownIds,
  type NamedEndpoint,
  getSampleQuery,
} from '../support/endpoints.ts'
import {
  createCliente,
  createAdministrador,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../support/people.ts'
import { createTestPractice, type TestPractice, listAuditEntries } from '../support/practice.ts'
import { createSchemaSamples } from '../support/schema-samples.ts'

const forAdministradores = allEndpoints.filter(({ endpoint }) => endpoint.opens !== undefined)
const isPart = (opens: unknown): boolean => customerRecordParts.some((part) => part === opens)
const ofOneOrMore = forAdministradores.filter(({ endpoint: { opens } }) => isPart(opens))
const ofNobody = forAdministradores.filter(({ endpoint: { opens } }) => opens === 'nothing' || opens === 'export')
const ofMany = forAdministradores.filter(({ endpoint: { opens } }) => opens === 'list' || typeof opens === 'function')

const askingStub = (name: string, endpoint: Endpoint, practice: TestPractice) =>
  createEndpointCaller(
    serve(
      { [name]: endpoint },
      { [name]: async () => createSchemaSamples(endpoint.reply)[0] as never },
      tableAccessByLambda.customers,
    )(() => practice),
  )

const questionFor = (named: NamedEndpoint): TestRequest => {
  const { name, endpoint } = named
  const sample = (part: 'body' | 'query') => createEndpointSamples(named).find((each) => each.part === part)?.whole
  const query = getSampleQuery(name) ?? (endpoint.query ? { ...sample('query') } : undefined)
  const body = getSampleBody(name) ?? sample('body')
  const ids = {
    ...createUnknownIds(endpoint),
    ...('customerId' in createUnknownIds(endpoint) && { customerId: CLIENT }),
  }
  const { customerId: _, ...others } = (query ?? {}) as Record<string, string>
  return { params: ids, query: others, body }
}

const CLIENT = 'cus_12345678'

async function somebodyAtWork(practice: TestPractice): Promise<PracticePerson> {
  const person = await createAdministrador(practice)
  await (
    await createDomainCaller('customers', practice)
  )(customers.counts, { as: createPasswordSessionClaims(person, practice) })
  return person
}

const refusesAll = () => Promise.reject(new Error('the table takes no more'))

const openingsIn = async (practice: TestPractice) =>
  (await listAuditEntries(practice))
    .filter(({ action }) => action === 'CLIENT_DATA_OPENED' || action === 'CLIENT_LIST_OPENED')
    .map(({ action, userId, subjectId, details }) => ({
      action,
      by: userId,
      about: subjectId,
      ...(details && { part: (details as { part: string }).part }),
    }))

describe('what an administrador is shown of a client', () => {
  test.each(ofOneOrMore)('$name is one entry in fifteen minutes', async (named) => {
    const { name, endpoint } = named
    const practice = await createTestPractice()
    const person = await somebodyAtWork(practice)
    const ask = askingStub(name, endpoint, practice)
    const question = () => ({ ...questionFor(named), as: createPasswordSessionClaims(person, practice) })

    for (const _ of [1, 2]) expect(await ask(endpoint, question())).toMatchObject({ status: endpoint.status ?? 200 })
    practice.clock.advance({ minutes: 14, seconds: 59 })
    await ask(endpoint, question())

    const entry = { action: 'CLIENT_DATA_OPENED', by: person.userId, about: CLIENT, part: endpoint.opens }
    expect(await openingsIn(practice)).toEqual([entry])
    practice.clock.advance({ seconds: 1 })
    await ask(endpoint, question())
    expect(await openingsIn(practice)).toEqual([entry, entry])
  })

  test.each([...ofOneOrMore, ...ofMany])('$name is not answered when it cannot be written down', async (named) => {
    const { name, endpoint } = named
    const practice = await createTestPractice()
    const person = await somebodyAtWork(practice)
    const broken = { ...practice, data: { ...practice.data, transact: refusesAll } }

    const answer = await askingStub(
      name,
      endpoint,
      broken,
    )(endpoint, {
      ...questionFor(named),
      as: createPasswordSessionClaims(person, practice),
    })

    expect(answer).toEqual({ status: 500, body: { code: 'fault' } })
  })

  test.each(ofMany)('$name is one entry for the list, not one for each client', async (named) => {
    const { name, endpoint } = named
    const practice = await createTestPractice()
    const person = await somebodyAtWork(practice)
    const ask = askingStub(name, endpoint, practice)
    const question = { ...questionFor(named), as: createPasswordSessionClaims(person, practice) }

    for (const _ of [1, 2]) await ask(endpoint, question)

    expect(await openingsIn(practice)).toEqual([{ action: 'CLIENT_LIST_OPENED', by: person.userId, about: 'clients' }])
  })

  test.each(ofNobody)('$name opens nobody’s data', async (named) => {
    const { name, endpoint } = named
    const practice = await createTestPractice()
    const person = await somebodyAtWork(practice)

    const answer = await askingStub(
      name,
      endpoint,
      practice,
    )(endpoint, {
      ...questionFor(named),
      as: createPasswordSessionClaims(person, practice),
    })

    expect([answer.status, await openingsIn(practice)]).toEqual([endpoint.status ?? 200, []])
  })
})

const readsOfARecord: readonly (readonly [ApiDomain, Endpoint, TestRequest['query']?])[] = [
  ['customers', apiContract.customers.read],
  ['customers', apiContract.customers.timeline],
  ['consultations', apiContract.consultations.listOfCustomer],
  ['consultations', apiContract.consultations.listNotesOfCustomer],
  ['files', apiContract.files.listOfCustomer, { fileType: 'analytics' }],
  ['payments', apiContract.payments.listOfCustomer],
  ['supplements', apiContract.supplements.listOfCustomer],
  ['questionnaire', apiContract.questionnaire.readOfCustomer],
  ['notifications', apiContract.notifications.listOfCustomer],
  ['consent', apiContract.consent.readHealthOfCustomer],
]

describe('the real handlers', () => {
  test('write an entry for each part of a record that is opened, with who opened it and from where', async () => {
    const practice = await createTestPractice()
    const client = await createCliente(practice)
    const person = await somebodyAtWork(practice)
    const as = createPasswordSessionClaims(person, practice)

    for (const [domain, endpoint, query] of readsOfARecord) {
      const params = { customerId: client.customerId }
      expect(await (await createDomainCaller(domain, practice))(endpoint, { as, params, query })).toMatchObject({
        status: 200,
      })
    }

    expect(await openingsIn(practice)).toEqual(
      readsOfARecord.map(([, { opens }]) => ({
        action: 'CLIENT_DATA_OPENED',
        by: person.userId,
        about: client.customerId,
        part: opens,
      })),
    )
    const [first] = (await listAuditEntries(practice)).filter(({ action }) => action === 'CLIENT_DATA_OPENED')
    expect(first).toMatchObject({ address: '203.0.113.7', userAgent: 'Mozilla/5.0 (test)' })
  })

  test('write one entry for requests that race', async () => {
    const practice = await createTestPractice()
    const { customerId } = await createCliente(practice)
    const as = createPasswordSessionClaims(await somebodyAtWork(practice), practice)
    const ask = await createDomainCaller('customers', practice)

    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(customers.read, { as, params: { customerId } })),
    )

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await openingsIn(practice)).toHaveLength(1)
  })

  test('write an entry for each who opens it, and none for what is refused or one’s own', async () => {
    const practice = await createTestPractice()
    const { customerId } = await createCliente(practice)
    const [one, other] = [await somebodyAtWork(practice), await somebodyAtWork(practice)]
    const ask = await createDomainCaller('customers', practice)
    const open = (person: PracticePerson, id: string) =>
      ask(customers.read, { as: createPasswordSessionClaims(person, practice), params: { customerId: id } })

    expect(await open(one, 'cus_of-nobody')).toMatchObject({ status: 404 })
    await open(one, one.customerId)
    await open(one, customerId)
    await open(other, customerId)

    expect((await openingsIn(practice)).map(({ by, about }) => [by, about])).toEqual([
      [one.userId, customerId],
      [other.userId, customerId],
    ])
  })

  test('what clients see of themselves is no entry', async () => {
    const practice = await createTestPractice()
    const client = await createCliente(practice)

    await (
      await createDomainCaller('customers', practice)
    )(customers.current, { as: createPasswordSessionClaims(client, practice) })

    expect(await openingsIn(practice)).toEqual([])
  })

  test('an agenda is an entry for each client whose appointment it shows, however many they are', async () => {
    const practice = await createTestPractice()
    const ids = Array.from({ length: 90 }, (_, at) => `cus_0000000${100 + at}`)
    await Promise.all(ids.map((customerId, at) => anAppointmentOf(customerId, at, practice)))
    const as = createPasswordSessionClaims(await somebodyAtWork(practice), practice)
    const ask = await createDomainCaller('consultations', practice)
    const query = { from: '2026-12-01T00:00:00.000Z', to: '2026-12-31T00:00:00.000Z' }

    const [answer] = await Promise.all([1, 2].map(() => ask(consultations.agenda, { as, query })))

    expect(answer?.body.items).toHaveLength(90)
    const openings = await openingsIn(practice)
    expect(openings.map(({ about }) => about).toSorted((a, b) => a.localeCompare(b))).toEqual(ids)
    expect(new Set(openings.map(({ part }) => part))).toEqual(new Set(['agenda']))
  })

  test('the audit log of one client is their history, and that of all is a list', async () => {
    const practice = await createTestPractice()
    const { customerId } = await createCliente(practice)
    const person = await somebodyAtWork(practice)
    const as = createPasswordSessionClaims(person, practice)
    const ask = await createDomainCaller('security', practice)

    await ask(security.audit, { as })
    await ask(security.audit, { as, query: { customerId } })
    practice.clock.advance({ minutes: 15 })
    const again = createPasswordSessionClaims(person, practice)
    await ask(security.exportAudit, { as: again, query: { customerId } })

    expect((await openingsIn(practice)).map(({ about, part }) => [about, part])).toEqual([
      ['clients', undefined],
      [customerId, 'timeline'],
      [customerId, 'timeline'],
    ])
  })
})

async function anAppointmentOf(customerId: string, at: number, { data }: TestPractice): Promise<void> {
  const startsAt = new Date(Date.parse('2026-12-01T08:00:00.000Z') + at * 3_600_000).toISOString()
  await data.consultations
    .put({
      customerId,
      consultationId: `con_${customerId.slice(4)}`,
      startsAt,
      durationMinutes: 60,
      type: 'general',
      status: 'scheduled',
      toConfirm: false,
      version: 1,
      sequence: 0,
      createdAt: '2026-11-01T08:00:00.000Z',
    } as never)
    .go()
}
