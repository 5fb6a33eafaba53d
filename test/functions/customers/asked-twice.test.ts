import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers-domain'
import { createPasswordSessionClaims, createAdministrador } from '../../support/people.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createCustomersSetup } from './customers-setup.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@correo.test' }

test('a new client who is asked for again because the answer was lost is there once', async () => {
  const { create, counts, practice } = await createCustomersSetup()
  const body = { ...ada, requestId: randomUUID() }
  const first = await create(body)

  const answers = await Promise.all([create(body), create(body)])

  expect(answers).toEqual([first, first])
  expect(first.status).toBe(201)
  expect(await counts()).toEqual({ users: 0, clients: 1 })
  expect(await listAuditedActions(practice)).toEqual(['CUSTOMER_CREATED'])
})

test('two new clients of one name are two when they are asked for by themselves', async () => {
  const { create, counts } = await createCustomersSetup()

  const made = [
    await create({ ...ada, requestId: randomUUID() }),
    await create({ ...ada, email: 'otra.ada@correo.test', requestId: randomUUID() }),
  ]

  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect(await counts()).toEqual({ users: 0, clients: 2 })
})

test('what one administrador asks for is never found by what another one asks', async () => {
  const { create, ask, practice } = await createCustomersSetup()
  const requestId = randomUUID()
  const { body: first } = await create({ ...ada, requestId })
  const as = createPasswordSessionClaims(await createAdministrador(practice), practice)

  const { body: second } = await ask(customers.create, {
    as,
    body: { ...ada, name: 'Otra', email: 'otra@correo.test', requestId },
  })

  expect(second).toMatchObject({ name: 'Otra' })
  expect(second.customerId).not.toBe(first.customerId)
})
