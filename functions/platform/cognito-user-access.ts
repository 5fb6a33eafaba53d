import {
  AdminAddUserToGroupCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Role } from '#contract/endpoint'
import { openServiceClient } from '#data/service-clients'

export interface CognitoUser {
  readonly sub: string
  readonly confirmed: boolean
  readonly enabled: boolean
  readonly hasTotp: boolean
  readonly createdAt: Date
  readonly attributes: Readonly<Record<string, string>>
}

export interface CognitoUserAccess {
  readonly find: (sub: string) => Promise<CognitoUser | undefined>
  readonly addToGroup: (sub: string, group: Role) => Promise<void>
  /** Revokes all refresh tokens. Access tokens live on for minutes; the API refuses them by `revokedAt`. */
  readonly signOutEverywhere: (sub: string) => Promise<void>
  /** Succeeds when the account is already gone. */
  readonly remove: (sub: string) => Promise<void>
  readonly restoreSecondFactor: (sub: string) => Promise<void>
  readonly dropSecondFactor: (sub: string) => Promise<void>
}

export function createCognitoUserAccess(
  userPoolId: string,
  client = openServiceClient(CognitoIdentityProviderClient, 'userPool'),
): CognitoUserAccess {
  const account = (sub: string) => ({ UserPoolId: userPoolId, Username: sub })
  const demand = async (sub: string, asked: boolean) => {
    const SoftwareTokenMfaSettings = { Enabled: asked, PreferredMfa: asked }
    await client.send(new AdminSetUserMFAPreferenceCommand({ ...account(sub), SoftwareTokenMfaSettings }))
  }
  return {
    find: async (sub) => {
      try {
        return identityOf(sub, await client.send(new AdminGetUserCommand(account(sub))))
      } catch (error) {
        if (error instanceof UserNotFoundException) return undefined
        throw error
      }
    },
    addToGroup: async (sub, group) => {
      await client.send(new AdminAddUserToGroupCommand({ ...account(sub), GroupName: group }))
    },
    signOutEverywhere: async (sub) => {
      await client.send(new AdminUserGlobalSignOutCommand(account(sub)))
    },
    remove: async (sub) => {
      try {
        await client.send(new AdminDeleteUserCommand(account(sub)))
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error
      }
    },
    restoreSecondFactor: (sub) => demand(sub, true),
    dropSecondFactor: (sub) => demand(sub, false),
  }
}

const identityOf = (sub: string, user: AdminGetUserCommandOutput): CognitoUser => ({
  sub,
  confirmed: user.UserStatus !== 'UNCONFIRMED',
  enabled: user.Enabled ?? false,
  hasTotp: user.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
  createdAt: user.UserCreateDate ?? new Date(0),
  attributes: Object.fromEntries((user.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value])),
})
