import { AdminListGroupsForUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterEach } from 'vitest'
import { customers } from '#contract/customers'
import type { Role } from '#contract/endpoint'
import { users } from '#contract/users'
import { withServices as serveCustomers } from '../../../functions/customers/handler.ts'
import { withServices as serveUsers } from '../../../functions/users/handler.ts'
import { asking } from '../../support/asking.ts'
import { anIdentitySetup, type IdentitySetup } from '../../support/identity-setup.ts'
import { anAdministrador, aPasswordSession, type Person } from '../../support/people.ts'
import { poolId } from '../../local/cognito/pool-on-a-port.ts'

const open: IdentitySetup[] = []
afterEach(() => Promise.all(open.splice(0).map(({ close }) => close())))

export async function anOffice() {
  const setup = await anIdentitySetup()
  open.push(setup)
  const ada = await anAdministrador(setup.practice)
  const as = aPasswordSession(ada, setup.practice)
  const ask = asking(serveUsers(() => setup.practice))
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
    userIn: async (userId: string) => (await setup.practice.data.users.get({ userId }).go({ consistent: true })).data,
    groupsOf: async (sub: string) => {
      const { Groups = [] } = await setup.pool.sdk.send(
        new AdminListGroupsForUserCommand({ UserPoolId: poolId, Username: sub }),
      )
      return Groups.map(({ GroupName }) => GroupName)
    },
  }
}

export const administers = async ({ practice }: IdentitySetup, question: object) =>
  (await asking(serveCustomers(() => practice))(customers.list, question)).status === 200

export const shownIn = async ({ ask, as }: Awaited<ReturnType<typeof anOffice>>, { userId }: Person) =>
  (await ask(users.list, { as })).body.items.find(({ id }) => id === userId)

export async function twin(office: Awaited<ReturnType<typeof anOffice>>): Promise<Person> {
  const ben = await anAdministrador(office.practice)
  for (const { email, sub } of [office.ada, ben])
    office.pool.cognito().seedUser({ email, sub, password: 'Zanahoria-7', groups: ['administrador'] })
  return ben
}
