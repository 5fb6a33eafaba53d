import { AdminDeleteUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { expect, test, vi } from 'vitest'
import { account } from '#contract/account-domain'
import { users } from '#contract/users'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { signInWithTemporaryPassword } from '../../support/first-sign-in.ts'
import { createCliente, createAdministrador, type PracticePerson } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { testPoolClientId, testUserPoolId } from '../../local/cognito/running-user-pool.ts'
import { isServedAsAdministrator, createUserAdminSetup } from './user-admin-setup.ts'

async function aGuarded(of: 'cliente' | 'administrador' = 'cliente') {
  const office = await createUserAdminSetup()
  const { practice, pool, ask, as } = office
  const guarded = { mfaEnabledAt: '2026-11-01T09:00:00.000Z', birthDate: '2009-12-01' }
  const gone = await (of === 'cliente' ? createCliente(practice, guarded) : createAdministrador(practice, guarded))
  const { email, sub } = gone
  pool.cognito().seedUser({ email, sub, password: 'Zanahoria-7', groups: [of] })
  await pool.sdk.send(new AdminDeleteUserCommand({ UserPoolId: testUserPoolId, Username: sub }))
  const owns = async ({ customerId }: PracticePerson) =>
    (await practice.data.customers.get({ customerId }).go()).data?.userId
  return {
    ...office,
    gone,
    owns,
    inviteAgain: (more: object = {}) => ask(users.invite, { as, body: { email, role: of, ...more } }),
    accept: async () => {
      const session = await signInWithTemporaryPassword(office, email, testPoolClientId)
      const body = { firstName: 'Lucía', lastName: 'Ferrer', birthDate: '1990-05-17', acceptedTerms: true } as const
      return createEndpointCaller(serveAccount(() => practice))(account.completeRegistration, { as: session.as, body })
    },
  }
}

test('the record of a client whose second factor the address would go past is not given with an invitation unasked', async () => {
  const { gone, owns, remove, inviteAgain } = await aGuarded()

  const early = await inviteAgain()
  await remove(gone.userId)
  const unasked = await inviteAgain()

  expect([early.body, unasked.body]).toEqual([{ code: 'email-taken' }, { code: 'former-record' }])
  expect(await owns(gone)).toBe(gone.userId)
})

test('an administrador who has made sure of the person gives it back: it is theirs when they accept the invitation', async () => {
  const { gone, owns, remove, inviteAgain, accept, practice, ada, userIn } = await aGuarded()
  await remove(gone.userId)

  const invited = await inviteAgain({ handOver: true })
  const between = await owns(gone)
  await accept()

  expect([invited.status, between]).toEqual([200, undefined])
  expect(await owns(gone)).toBe(invited.body.id)
  // A minor stays one, and the person's history and erasure refer to the earlier account.
  expect(await userIn(invited.body.id)).toMatchObject({
    customerId: gone.customerId,
    birthDate: '2009-12-01',
    formerUserIds: [gone.userId],
  })
  expect(await listAuditChanges(practice)).toContainEqual(
    expect.objectContaining({ action: 'CUSTOMER_RELEASED', userId: ada.userId, subjectId: gone.customerId }),
  )
})

test('a record that somebody else changed at that moment is not said to be given back, and the same invitation again gives it', async () => {
  const { gone, owns, remove, inviteAgain, practice } = await aGuarded()
  await remove(gone.userId)
  const { customerId, userId } = gone
  const { transact } = practice.data
  const overtaken: typeof transact = async (writes) => {
    vi.mocked(practice.data.transact).mockRestore()
    await practice.data.customers.patch({ customerId }).set({ userId: 'usr_another' }).go()
    const outcome = await transact(writes)
    await practice.data.customers.patch({ customerId }).set({ userId }).go()
    return outcome
  }
  vi.spyOn(practice.data, 'transact').mockImplementationOnce(overtaken)

  const refused = await inviteAgain({ handOver: true })
  const again = await inviteAgain({ handOver: true })

  expect([refused.body, again.status]).toEqual([{ code: 'changed-meanwhile' }, 200])
  expect(await owns(gone)).toBeUndefined()
})

test('whoever is only known to have the mailbox is invited as somebody new', async () => {
  const { gone, owns, remove, inviteAgain, accept, userIn } = await aGuarded()
  await remove(gone.userId)

  const invited = await inviteAgain({ handOver: false })
  await accept()

  expect(await owns(gone)).toBe(gone.userId)
  expect(await userIn(invited.body.id)).not.toMatchObject({ customerId: gone.customerId })
})

test('an administrador comes back by the invitation of another, and administers nothing without a new second factor', async () => {
  const setup = await aGuarded('administrador')
  await setup.remove(setup.gone.userId)

  const invited = await setup.inviteAgain()
  const session = await signInWithTemporaryPassword(setup, setup.gone.email, testPoolClientId)

  expect(invited).toMatchObject({ status: 200, body: { role: 'administrador' } })
  expect(await isServedAsAdministrator(setup, { as: session.as })).toBe(false)
})
