import { expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { payments } from '#contract/payments-domain'
import { privacy } from '#contract/privacy'
import { createDomainCaller } from '../../support/endpoints.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createCliente, createPasswordSessionClaims, type PracticePerson } from '../../support/people.ts'
import { createTestPractice, type TestPractice } from '../../support/practice.ts'
import { erasureConfirmation } from '../../support/privacy-setup.ts'
import { createCustomersSetup } from '../customers/customers-setup.ts'
import { createUserAdminSetup } from '../users/user-admin-setup.ts'

interface ClosableAccount {
  readonly practice: TestPractice
  readonly client: PracticePerson
  readonly close: () => Promise<{ readonly status: number }>
  readonly reopen: () => Promise<unknown>
}

async function createLeaver(): Promise<ClosableAccount> {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  const ask = await createDomainCaller('privacy', practice)
  return {
    practice,
    client,
    close: () =>
      ask(privacy.requestDeletion, {
        as: createPasswordSessionClaims(client, practice),
        body: erasureConfirmation,
      }),
    reopen: async () => {
      const token = await createOutboxReader(practice).tokenFor(client.email)
      expect((await ask(privacy.undoDeletion, { body: { token } })).status).toBe(200)
    },
  }
}

async function createDeactivator(): Promise<ClosableAccount> {
  const practice = await createTestPractice()
  const client = await createCliente(practice)
  const ask = await createDomainCaller('account', practice)
  return {
    practice,
    client,
    close: () => ask(account.deactivate, { as: createPasswordSessionClaims(client, practice) }),
    reopen: async () => {
      const token = await createOutboxReader(practice).tokenFor(client.email)
      expect((await ask(account.reactivate, { body: { token } })).status).toBe(200)
    },
  }
}

async function createRemovedUser(): Promise<ClosableAccount> {
  const { practice, pool, remove } = await createUserAdminSetup()
  const client = await createCliente(practice)
  const { userId, sub, email } = client
  pool.cognito().seedUser({ email, sub, password: 'Zanahoria-7', groups: ['cliente'] })
  return {
    practice,
    client,
    close: () => remove(userId),
    // No endpoint takes it back.
    reopen: () => practice.data.users.patch({ userId }).set({ status: 'active' }).go(),
  }
}

async function createRemovedCustomer(): Promise<ClosableAccount> {
  const { practice, remove, restore } = await createCustomersSetup()
  const client = await createCliente(practice)
  const { customerId } = client
  return {
    practice,
    client,
    close: () => remove(customerId),
    reopen: async () => expect((await restore(customerId)).status).toBe(200),
  }
}

test.each([
  ['with a request for deletion, also when that is undone', createLeaver],
  ['with a deactivation, also when the account is opened again', createDeactivator],
  ['with the removal of the user, also when they are taken back', createRemovedUser],
  ['with the removal of the client, also when they are restored', createRemovedCustomer],
])('the session that was kept when all others were ended ends %s', async (_, setUp) => {
  const { practice, client, close, reopen } = await setUp()
  const kept = createPasswordSessionClaims(client, practice)
  const askPayments = await createDomainCaller('payments', practice)
  await (
    await createDomainCaller('account', practice)
  )(account.endOtherSessions, { as: kept })
  expect((await askPayments(payments.list, { as: kept })).status).toBe(200)

  expect((await close()).status).toBe(200)
  await reopen()

  expect(await askPayments(payments.list, { as: kept })).toEqual({ status: 401, body: { code: 'session-ended' } })
  practice.clock.advance({ seconds: 1 })
  const anew = createPasswordSessionClaims(client, practice)
  expect((await askPayments(payments.list, { as: anew })).status).toBe(200)
})
