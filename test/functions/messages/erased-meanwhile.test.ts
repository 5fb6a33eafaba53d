import { AsyncResource } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { messages } from '#contract/messages'
import { createDomainCaller } from '../../support/endpoints.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

test.each(['client', 'practice'] as const)(
  'a message of the %s leaves nothing where the client is erased while it is being sent',
  async (from) => {
    const practice = await createTestPractice()
    const client = await createCliente(practice)
    const boss = await createAdministrador(practice)
    const ask = await createDomainCaller('messages', practice)
    const { customerId } = client
    // Runs outside the function under test, whose table access does not allow it.
    const erase = AsyncResource.bind(() => practice.data.customers.delete({ customerId }).go())
    interruptNextWrite(practice, 'message', erase)
    const body = { requestId: '11111111-1111-4111-8111-111111111111', text: 'Soy yo' }

    const { status } =
      from === 'client'
        ? await ask(messages.sendMine, { as: createPasswordSessionClaims(client, practice), body })
        : await ask(messages.sendToCustomer, {
            as: createPasswordSessionClaims(boss, practice),
            params: { customerId },
            body,
          })

    expect(status).toBe(404)
    expect((await practice.data.messages.scan.go()).data).toEqual([])
    expect((await practice.data.messageThreads.scan.go()).data).toEqual([])
  },
)
