import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers'
import { aPasswordSession, anAdministrador } from '../../support/people.ts'
import { auditActionsOf } from '../../support/practice.ts'
import { aSetup } from './setup.ts'

const ada = { name: 'Ada Lovelace', email: 'ada@correo.test' }

test('a new client who is asked for again because the answer was lost is there once', async () => {
  const { create, counts, practice } = await aSetup()
  const body = { ...ada, requestId: randomUUID() }
  const first = await create(body)

  const answers = await Promise.all([create(body), create(body)])

  expect(answers).toEqual([first, first])
  expect(first.status).toBe(201)
  expect(await counts()).toEqual({ users: 0, clients: 1 })
  expect(await auditActionsOf(practice)).toEqual(['CUSTOMER_CREATED'])
})

test('two new clients of one name are two when they are asked for by themselves', async () => {
  const { create, counts } = await aSetup()

  const made = [
    await create({ ...ada, requestId: randomUUID() }),
    await create({ ...ada, email: 'otra.ada@correo.test', requestId: randomUUID() }),
  ]

  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect(await counts()).toEqual({ users: 0, clients: 2 })
})

test('what one administrador asks for is never found by what another one asks', async () => {
  const { create, ask, practice } = await aSetup()
  const requestId = randomUUID()
  const { body: first } = await create({ ...ada, requestId })
  const as = aPasswordSession(await anAdministrador(practice), practice)

  const { body: second } = await ask(customers.create, {
    as,
    body: { ...ada, name: 'Otra', email: 'otra@correo.test', requestId },
  })

  expect(second).toMatchObject({ name: 'Otra' })
  expect(second.customerId).not.toBe(first.customerId)
})
