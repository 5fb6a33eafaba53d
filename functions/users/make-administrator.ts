import { findUserByEmail } from '#data/user-queries'
import type { Actor } from '#platform/actor'
import { inviteUser } from './invite.ts'
import { OPERATOR_ID, writeUserRole } from './change-role.ts'
import type { UserServices } from './services.ts'
import { finishUserRoleChange } from './unfinished-user-changes.ts'

const OPERATOR = {
  userId: OPERATOR_ID,
  sub: '',
  email: '',
  firstName: '',
  role: 'administrador',
  customerId: undefined,
  origin: 'password',
  sessionId: '',
  signedInAt: new Date(0),
  accessToken: '',
  assured: true,
  fresh: true,
  lastSeenAt: undefined,
  address: 'AWS',
  userAgent: 'npm run admin',
} as const satisfies Actor

/** Not part of the API. Repeating it finishes an interruption. */
export async function makeAdministrator(
  email: string,
  services: UserServices,
): Promise<'invited' | 'changed' | 'unchanged'> {
  const user = await findUserByEmail(services.data, email)
  if (!user || user.unfinished === 'invitation') {
    await inviteUser({ actor: OPERATOR, body: { email, role: 'administrador' } }, services)
    return 'invited'
  }
  if (user.role === 'administrador' && user.unfinished === undefined) return 'unchanged'
  if (user.role !== 'administrador') await writeUserRole(OPERATOR, user, 'administrador', services)
  await finishUserRoleChange(OPERATOR, user.userId, services)
  return 'changed'
}
