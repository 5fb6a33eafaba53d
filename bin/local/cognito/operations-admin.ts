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
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { parseUserAttributeChanges, requireTextParameter } from './attributes.ts'
import { toUserMfaSettings, storeSoftwareTokenPreference } from './operations-mfa.ts'
import {
  continueSignInAfterPassword,
  createNewPasswordChallenge,
  requireSignInAllowed,
  createWrongPasswordError,
} from './operations-sign-in.ts'
import { confirmLocalCognitoUser } from './operations-sign-up.ts'
import type { LocalUserPool } from './pool.ts'
import { firePreAuthenticationTrigger } from './sign-in-triggers.ts'
import { isPasswordCorrect } from './srp.ts'
import { toCognitoAttributeList, type LocalCognitoUser } from './users.ts'

export function localCognitoAdminOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    AdminGetUser(input: AdminGetUserCommandInput) {
      const user = pool.users.mustFind(input.Username)
      const { Attributes, ...rest } = toCognitoUserType(user)
      return { ...rest, UserAttributes: Attributes, ...toUserMfaSettings(user) }
    },

    AdminUpdateUserAttributes(input: AdminUpdateUserAttributesCommandInput) {
      const attributes = parseUserAttributeChanges(input.UserAttributes)
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
        throw new StandInServiceError('NotAuthorizedException', message)
      }
      await confirmLocalCognitoUser(pool, user.username, { verifyEmail: false, clientMetadata: input.ClientMetadata })
      return {}
    },

    AdminSetUserMFAPreference(input: AdminSetUserMFAPreferenceCommandInput) {
      storeSoftwareTokenPreference(pool, pool.users.mustFind(input.Username).username, input.SoftwareTokenMfaSettings)
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

export function toCognitoUserType(user: LocalCognitoUser): UserType {
  return {
    Username: user.username,
    Attributes: toCognitoAttributeList(user),
    UserCreateDate: new Date(user.createdAt),
    UserLastModifiedDate: new Date(user.changedAt),
    Enabled: user.enabled,
    UserStatus: user.status,
  }
}

function setEnabled(pool: LocalUserPool, username: string, enabled: boolean): void {
  pool.users.change(username, (kept) => {
    kept.enabled = enabled
  })
}

export const localCognitoAdminSignInOperations = (pool: LocalUserPool): Record<string, AwsJsonOperation> => ({
  AdminInitiateAuth: (input: AdminInitiateAuthCommandInput) => adminInitiate(pool, input),
})

/**
 * ADMIN_USER_PASSWORD_AUTH: the password itself instead of an SRP proof. Of the triggers only the one before the check is
 * told the ClientMetadata, as its `validationData`.
 */
async function adminInitiate(pool: LocalUserPool, input: AdminInitiateAuthCommandInput): Promise<object> {
  const flow = String(input.AuthFlow)
  if (flow !== 'ADMIN_USER_PASSWORD_AUTH') {
    throw new StandInServiceError('InvalidParameterException', `${flow} flow not enabled for this client`)
  }
  const typedName = requireTextParameter(input.AuthParameters?.['USERNAME'], 'USERNAME')
  const user = pool.users.find(typedName)
  await firePreAuthenticationTrigger(pool, { user, typedName, clientMetadata: input.ClientMetadata })
  const username = user?.username ?? pool.phantoms(typedName).username
  pool.attempts.requireUnlocked(username)
  const given = requireTextParameter(input.AuthParameters?.['PASSWORD'], 'PASSWORD')
  if (!user?.password || !isPasswordCorrect({ poolName: pool.name, username }, given, user.password)) {
    pool.attempts.fail(username)
    throw createWrongPasswordError()
  }
  requireSignInAllowed(pool, user)
  const session = { username, typedName }
  if (user.status === 'FORCE_CHANGE_PASSWORD') return createNewPasswordChallenge(pool, user, session)
  return continueSignInAfterPassword(pool, user, {
    session,
    clientMetadata: undefined,
    source: 'TokenGeneration_Authentication',
  })
}
