import type {
  AdminConfirmSignUpCommandInput,
  AdminDeleteUserCommandInput,
  AdminDisableUserCommandInput,
  AdminEnableUserCommandInput,
  AdminGetUserCommandInput,
  AdminSetUserMFAPreferenceCommandInput,
  AdminUpdateUserAttributesCommandInput,
  AdminUserGlobalSignOutCommandInput,
  UserType,
  AdminInitiateAuthCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { readChanges, requireText } from './attributes.ts'
import { mfaSettings, preferSoftwareToken } from './operations-mfa.ts'
import { afterPassword, askNewPassword, requireUsable, wrongPassword } from './operations-sign-in.ts'
import { confirm } from './operations-sign-up.ts'
import type { Pool } from './pool.ts'
import { firePreAuthentication } from './sign-in-triggers.ts'
import { passwordMatches } from './srp.ts'
import { attributeList, type User } from './users.ts'

export function adminOperations(pool: Pool): Record<string, Operation> {
  return {
    AdminGetUser(input: AdminGetUserCommandInput) {
      const user = pool.users.mustFind(input.Username)
      const { Attributes, ...rest } = userType(user)
      return { ...rest, UserAttributes: Attributes, ...mfaSettings(user) }
    },

    AdminUpdateUserAttributes(input: AdminUpdateUserAttributesCommandInput) {
      const attributes = readChanges(input.UserAttributes)
      pool.users.change(pool.users.mustFind(input.Username).username, (kept) => {
        const newEmail = attributes['email'] !== undefined && attributes['email'] !== kept.attributes['email']
        Object.assign(kept.attributes, newEmail && { email_verified: 'false' }, attributes)
      })
      return {}
    },

    async AdminConfirmSignUp(input: AdminConfirmSignUpCommandInput) {
      const user = pool.users.mustFind(input.Username)
      if (user.status !== 'UNCONFIRMED') {
        const message = `User cannot be confirmed. Current status is ${user.status}`
        throw new ServiceError('NotAuthorizedException', message)
      }
      await confirm(pool, user.username, { verifyEmail: false, clientMetadata: input.ClientMetadata })
      return {}
    },

    AdminSetUserMFAPreference(input: AdminSetUserMFAPreferenceCommandInput) {
      preferSoftwareToken(pool, pool.users.mustFind(input.Username).username, input.SoftwareTokenMfaSettings)
      return {}
    },

    AdminDisableUser(input: AdminDisableUserCommandInput) {
      const { username } = pool.users.mustFind(input.Username)
      setEnabled(pool, username, false)
      pool.signIns.endAllOf(username)
      return {}
    },

    AdminEnableUser(input: AdminEnableUserCommandInput) {
      setEnabled(pool, pool.users.mustFind(input.Username).username, true)
      return {}
    },

    AdminUserGlobalSignOut(input: AdminUserGlobalSignOutCommandInput) {
      pool.signIns.endAllOf(pool.users.mustFind(input.Username).username)
      return {}
    },

    AdminDeleteUser(input: AdminDeleteUserCommandInput) {
      const { username } = pool.users.mustFind(input.Username)
      pool.signIns.endAllOf(username)
      pool.users.remove(username)
      return {}
    },
  }
}

export function userType(user: User): UserType {
  return {
    Username: user.username,
    Attributes: attributeList(user),
    UserCreateDate: new Date(user.createdAt),
    UserLastModifiedDate: new Date(user.changedAt),
    Enabled: user.enabled,
    UserStatus: user.status,
  }
}

function setEnabled(pool: Pool, username: string, enabled: boolean): void {
  pool.users.change(username, (kept) => {
    kept.enabled = enabled
  })
}

export const adminSignInOperations = (pool: Pool): Record<string, Operation> => ({
  AdminInitiateAuth: (input: AdminInitiateAuthCommandInput) => adminInitiate(pool, input),
})

/** ADMIN_USER_PASSWORD_AUTH: the password itself instead of an SRP proof. */
async function adminInitiate(pool: Pool, input: AdminInitiateAuthCommandInput): Promise<object> {
  const flow = String(input.AuthFlow)
  if (flow !== 'ADMIN_USER_PASSWORD_AUTH') {
    throw new ServiceError('InvalidParameterException', `${flow} flow not enabled for this client`)
  }
  const typedName = requireText(input.AuthParameters?.['USERNAME'], 'USERNAME')
  const user = pool.users.find(typedName)
  const { ClientMetadata: clientMetadata } = input
  await firePreAuthentication(pool, { user, typedName, clientMetadata })
  const username = user?.username ?? pool.phantoms(typedName).username
  pool.attempts.requireUnlocked(username)
  const given = requireText(input.AuthParameters?.['PASSWORD'], 'PASSWORD')
  if (!user?.password || !passwordMatches({ poolName: pool.name, username }, given, user.password)) {
    pool.attempts.fail(username)
    throw wrongPassword()
  }
  requireUsable(pool, user)
  const session = { username, typedName }
  if (user.status === 'FORCE_CHANGE_PASSWORD') return askNewPassword(pool, user, session)
  return afterPassword(pool, user, { session, clientMetadata, source: 'TokenGeneration_Authentication' })
}
