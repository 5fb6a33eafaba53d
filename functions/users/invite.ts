import type { users } from '#contract/users'
import { userByEmail } from '#data/queries'
import { audited } from '#platform/audit'
import { userIdOf } from '#platform/profile'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { waitingCustomer } from '#platform/waiting-customer'
import type { UserServices } from './services.ts'
import { presentAccount, shown } from './shown.ts'

/**
 * Invites somebody. A client for whom the practice has opened a file already gets that one, but not before they have
 * proven that the address is theirs: it is linked when they first sign in. Cognito makes the account first, because its id is Cognito's; should the table then not be written,
 * the same invitation again finds the account and finishes what is missing.
 */
export const inviteUser: Action<typeof users.invite, UserServices> = async ({ actor, body }, services) => {
  const { email, role } = body
  const { data, accounts, now } = services
  const present = await accounts.progress(email)
  if (await userByEmail(data, email)) refuse('email-taken')
  if (present && present.state !== 'invited') refuse('email-taken')

  const sub = present?.sub ?? (await accounts.invite(email))
  if (present) await accounts.inviteAgain(email)
  await accounts.setRole(sub, role)
  const userId = userIdOf(sub)
  const createdAt = now().toISOString()
  const customerId = `cus_${sub}`
  const needsFile = role === 'cliente' && !(await waitingCustomer(email, data))
  await data.together((writing) => [
    writing.users
      .create({
        userId,
        email,
        firstName: '',
        lastName: '',
        role,
        status: 'active',
        registrationDue: true,
        ...(needsFile && { customerId }),
        createdAt,
      })
      .commit(),
    ...(needsFile ? [writing.customers.create({ customerId, userId, name: email, email, createdAt }).commit()] : []),
    audited(
      writing,
      { action: 'USER_INVITED', by: actor.userId, subjectId: userId, details: { role }, caller: actor },
      services,
    ),
  ])
  return shown(await presentAccount(userId, services))
}
