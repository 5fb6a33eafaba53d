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
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { readChanges } from './attributes.ts'
import { mfaSettings, preferSoftwareToken } from './operations-mfa.ts'
import { confirm } from './operations-sign-up.ts'
import type { Pool } from './pool.ts'
import { attributeList, type User } from './users.ts'

/** What the product's backend does with one account; IAM-signed. */
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

/** A user as the administrator's operations show it. */
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
