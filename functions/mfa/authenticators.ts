import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminUserGlobalSignOutCommand,
  AssociateSoftwareTokenCommand,
  CodeMismatchException,
  CognitoIdentityProviderClient,
  EnableSoftwareTokenMFAException,
  NotAuthorizedException,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { openServiceClient, wasSentAgain } from '#data/service-clients'
import { throwRefusal } from '#platform/refusal-error'

export interface CognitoAuthenticatorAccess {
  /**
   * A base32 secret, not in force yet.
   * @throws Refusal `proof-required` when the token may not enrol
   */
  readonly associate: (accessToken: string) => Promise<string>
  /**
   * Puts the new secret in force.
   * @returns false when Cognito refused a repeated call: it takes no code twice, and may have taken it at the first
   * @throws Refusal `code-invalid`, or `enrolment-expired` when there is none
   */
  readonly verify: (accessToken: string, code: string, friendlyName: string) => Promise<boolean>
  readonly isInForce: (sub: string) => Promise<boolean>
  readonly demand: (sub: string, enabled: boolean) => Promise<void>
  readonly endTokens: (sub: string) => Promise<void>
}

export function createCognitoAuthenticatorAccess(
  userPoolId: string,
  client = openServiceClient(CognitoIdentityProviderClient, 'userPool'),
): CognitoAuthenticatorAccess {
  const account = (sub: string) => ({ UserPoolId: userPoolId, Username: sub })
  return {
    associate: async (accessToken) => {
      try {
        const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken: accessToken }))
        return SecretCode ?? withoutSecret()
      } catch (error) {
        return error instanceof NotAuthorizedException ? throwRefusal('proof-required', error) : Promise.reject(error)
      }
    },
    verify: async (accessToken, code, friendlyName) => {
      try {
        await client.send(
          new VerifySoftwareTokenCommand({
            AccessToken: accessToken,
            UserCode: code,
            FriendlyDeviceName: friendlyName,
          }),
        )
        return true
      } catch (error) {
        if (error instanceof EnableSoftwareTokenMFAException || error instanceof CodeMismatchException) {
          if (wasSentAgain(error)) return false
          throwRefusal('code-invalid', error)
        }
        if (error instanceof NotAuthorizedException) throwRefusal('enrolment-expired', error)
        throw error
      }
    },
    isInForce: async (sub) => {
      const { UserMFASettingList } = await client.send(new AdminGetUserCommand(account(sub)))
      return UserMFASettingList?.includes('SOFTWARE_TOKEN_MFA') ?? false
    },
    demand: async (sub, enabled) => {
      await client.send(
        new AdminSetUserMFAPreferenceCommand({
          ...account(sub),
          SoftwareTokenMfaSettings: { Enabled: enabled, PreferredMfa: enabled },
        }),
      )
    },
    endTokens: async (sub) => {
      await client.send(new AdminUserGlobalSignOutCommand(account(sub)))
    },
  }
}

const withoutSecret = (): never => {
  throw new Error('Cognito gave no secret')
}
