import type { users } from '#contract/users'
import { appendAudit } from '#platform/audit'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { requireInvitationLeft } from './invite.ts'
import type { UserServices } from './services.ts'
import { presentAccount } from './to-user.ts'
import { clearUnfinished } from './unfinished.ts'

export const resendInvitation: Action<typeof users.resend, UserServices> = async ({ actor, params }, services) => {
  const { data, accounts } = services
  const { email, userId, role, unfinished } = await presentAccount(params.userId, services)
  const progress = (await accounts.progress(email)) ?? refuse('not-found')
  if (progress.state === 'confirmed') {
    await clearUnfinished({ userId, change: 'invitation' }, services)
    return refuse('already-confirmed')
  }
  await requireInvitationLeft(email, services)
  // What is finished here may have been cut off before Cognito heard of the role.
  if (unfinished === 'invitation') await accounts.setRole(progress.sub, role)
  await (progress.state === 'invited' ? accounts.invite(email) : accounts.verifyAgain(email))
  await data.transact((entities) => ({
    audit: appendAudit(
      entities,
      { action: 'USER_INVITED', by: actor.userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  await clearUnfinished({ userId, change: 'invitation' }, services)
  return { sent: true }
}
