import { users } from '#contract/users'
import { serve } from '#platform/serve'
import { changeUserRole } from './change-role.ts'
import { inviteUser, resendInvitation } from './invite.ts'
import { listUsers } from './list.ts'
import { removeUser } from './remove.ts'
import { createUserServices, type UserServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createUserServices

export const createLambdaHandler = serve<typeof users, UserServices>(
  users,
  {
    list: listUsers,
    invite: inviteUser,
    resend: resendInvitation,
    changeRole: changeUserRole,
    remove: removeUser,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
