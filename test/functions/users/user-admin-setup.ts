import { AdminListGroupsForUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach } from 'vitest'
import { customers } from '#contract/customers-domain'
import type { Role } from '#contract/endpoint'
import { users } from '#contract/users'
import { createLambdaHandler as serveCustomers } from '../../../functions/customers/handler.ts'
import { createLambdaHandler as serveUsers } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createIdentitySetup, type IdentitySetup } from '../../support/identity-setup.ts'
import { createAdministrador, createPasswordSessionClaims, type PracticePerson } from '../../support/people.ts'
import { testUserPoolId } from '../../local/cognito/running-user-pool.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

export async function createUserAdminSetup({ ownMails = false } = {}) {
  const setup = await createIdentitySetup({ ownMails })
  open.push(setup)
  const ada = await createAdministrador(setup.practice)
  const as = createPasswordSessionClaims(ada, setup.practice)
  const ask = createEndpointCaller(serveUsers(() => setup.practice))
  return {
    ...setup,
    ada,
    as,
    ask,
    invite: (email = 'nueva@correo.test', role?: Role) =>
      ask(users.invite, { as, body: { email, ...(role && { role }) } }),
    changeRole: (userId: string, role: Role) => ask(users.changeRole, { as, params: { userId }, body: { role } }),
    remove: (userId: string) => ask(users.remove, { as, params: { userId } }),
    resend: (userId: string) => ask(users.resend, { as, params: { userId } }),
    userIn: async (userId: string) => (await setup.practice.data.users.get({ userId }).go()).data,
    groupsOf: async (sub: string) => {
      const { Groups = [] } = await setup.pool.sdk.send(
        new AdminListGroupsForUserCommand({ UserPoolId: testUserPoolId, Username: sub }),
      )
      return Groups.map(({ GroupName }) => GroupName)
    },
  }
}

export const isServedAsAdministrator = async ({ practice }: IdentitySetup, question: object) =>
  (await createEndpointCaller(serveCustomers(() => practice))(customers.list, question)).status === 200

export const findListedAccount = async (
  { ask, as }: Awaited<ReturnType<typeof createUserAdminSetup>>,
  { userId }: PracticePerson,
) => (await ask(users.list, { as })).body.items.find(({ id }) => id === userId)

export async function createSecondAdministrator(
  office: Awaited<ReturnType<typeof createUserAdminSetup>>,
): Promise<PracticePerson> {
  const ben = await createAdministrador(office.practice)
  for (const { email, sub } of [office.ada, ben])
    office.pool.cognito().seedUser({ email, sub, password: 'Zanahoria-7', groups: ['administrador'] })
  return ben
}
