import { describe, expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

describe('an administrador', () => {
  test('DATA-22 sees every client of the practice, newest first, page by page', async () => {
    const { practice, ask, session } = await aPracticeWith(5)
    const seen: string[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await ask(customers.list, { as: session, query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next
    }

    expect(seen).toEqual(['Cliente 5', 'Cliente 4', 'Cliente 3', 'Cliente 2', 'Cliente 1'])
    expect(practice.now()).toEqual(new Date('2026-11-21T09:00:00Z'))
  })

  test('clients of the same instant are each listed once', async () => {
    const { practice, ask, session } = await aPracticeWith(0)
    for (let n = 1; n <= 5; n++) await practice.data.customers.create(client(n, '2026-11-20T08:00:00.000Z')).go()
    const seen: string[] = []

    for (let cursor: string | null | undefined; cursor !== null;) {
      const { body } = await ask(customers.list, { as: session, query: { limit: 2, ...(cursor && { cursor }) } })
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next
    }

    expect(seen).toEqual(['Cliente 5', 'Cliente 4', 'Cliente 3', 'Cliente 2', 'Cliente 1'])
  })

  test.each(['x', '~', 'eyJwayI6IngifQ', '2026-11-21T09:00:00.000Z~cus_0000#0001'])(
    'the tampered cursor %j is refused',
    async (cursor) => {
      const { ask, session } = await aPracticeWith(0)

      const answer = await ask(customers.list, { as: session, query: { cursor } })

      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    },
  )

  test('DATA-06 sees a client with what is known, and null for what is not', async () => {
    const { ask, session } = await aPracticeWith(1)

    const { body } = await ask(customers.read, { as: session, params: { customerId: 'cus_00000001' } })

    expect(body).toEqual({
      customerId: 'cus_00000001',
      name: 'Cliente 1',
      email: 'cliente-1@correo.test',
      phone: null,
      address: null,
      notes: null,
      createdAt: '2026-11-01T08:00:00.000Z',
      version: 1,
      birthDate: null,
    })
  })

  test('sees of a client with an account the birth date that stands in it', async () => {
    const { ask, session, practice } = await aPracticeWith(0)
    const { customerId } = await createCliente(practice)

    const { body } = await ask(customers.read, { as: session, params: { customerId } })

    expect(body.birthDate).toBe('1990-05-04')
  })
})

describe('a client', () => {
  test('DATA-27 is told who they are in the files of the practice, and no more', async () => {
    const practice = await createTestPractice()
    const ada = await createCliente(practice)
    await practice.data.customers.patch({ customerId: ada.customerId }).set({ notes: 'not for her eyes' }).go()

    const answer = await createEndpointCaller(serveCustomers(() => practice))(customers.current, {
      as: createPasswordSessionClaims(ada, practice),
    })

    expect(answer).toEqual({
      status: 200,
      body: { customerId: ada.customerId, name: 'Lucía Ferrer', email: ada.email },
    })
  })

  test('whose file is missing is told so', async () => {
    const practice = await createTestPractice()
    const ada = await createCliente(practice)
    await practice.data.customers.remove({ customerId: ada.customerId }).go()

    const answer = await createEndpointCaller(serveCustomers(() => practice))(customers.current, {
      as: createPasswordSessionClaims(ada, practice),
    })

    expect(answer).toEqual({ status: 409, body: { code: 'profile-missing' } })
  })
})

const client = (n: number, createdAt: string) => ({
  customerId: `cus_0000000${n}`,
  name: `Cliente ${n}`,
  email: `cliente-${n}@correo.test`,
  createdAt,
})

async function aPracticeWith(count: number) {
  const practice = await createTestPractice()
  const administrador = await createAdministrador(practice)
  for (let day = 1; day <= count; day++)
    await practice.data.customers.create(client(day, `2026-11-0${day}T08:00:00.000Z`)).go()
  return {
    practice,
    session: createPasswordSessionClaims(administrador, practice),
    ask: createEndpointCaller(serveCustomers(() => practice)),
  }
}
