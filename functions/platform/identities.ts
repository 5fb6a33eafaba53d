import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Role } from '#contract/endpoint'

/** An account as Cognito holds it. */
export interface Identity {
  /** Cognito's subject: a UUID. */
  readonly sub: string
  readonly confirmed: boolean
  readonly enabled: boolean
  readonly hasTotp: boolean
  readonly createdAt: Date
  readonly attributes: Readonly<Record<string, string>>
}

/** What the product asks of the user pool, beyond what browsers ask of it themselves. */
export interface Identities {
  /** The account with this subject, or undefined when there is none. */
  readonly find: (sub: string) => Promise<Identity | undefined>
  readonly addToGroup: (sub: string, group: Role) => Promise<void>
}

export function liveIdentities(userPoolId: string, client = new CognitoIdentityProviderClient({})): Identities {
  return {
    find: async (sub) => {
      try {
        const user = await client.send(new AdminGetUserCommand({ UserPoolId: userPoolId, Username: sub }))
        return {
          sub,
          confirmed: user.UserStatus !== 'UNCONFIRMED',
          enabled: user.Enabled ?? false,
          hasTotp: user.UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false,
          createdAt: user.UserCreateDate ?? new Date(0),
          attributes: Object.fromEntries((user.UserAttributes ?? []).map(({ Name = '', Value = '' }) => [Name, Value])),
        }
      } catch (error) {
        if (error instanceof UserNotFoundException) return undefined
        throw error
      }
    },
    addToGroup: async (sub, group) => {
      await client.send(new AdminAddUserToGroupCommand({ UserPoolId: userPoolId, Username: sub, GroupName: group }))
    },
  }
}
