import {
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  UserNotConfirmedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { openServiceClient } from '#data/service-clients'
import { isPasswordAttemptsExceeded, parseTriggerErrorCode } from '#platform/cognito-errors'
import { throwRefusal } from '#platform/refusal-error'

export interface CognitoPasswordAccess {
  /**
   * Also for unconfirmed accounts. For Cognito the check starts a sign-in: our trigger opens an attempt from the place
   * on `ticket`, and an account without a second factor gets tokens, which are discarded.
   * @throws Refusal `too-many-attempts` when our or Cognito's count of failures is full
   */
  readonly proves: (sub: string, password: string, ticket: string) => Promise<boolean>
  readonly set: (sub: string, password: string) => Promise<void>
}

export function createCognitoPasswordAccess(
  { userPoolId, clientId }: { userPoolId: string; clientId: string },
  client = openServiceClient(CognitoIdentityProviderClient, 'userPool'),
): CognitoPasswordAccess {
  return {
    proves: async (sub, password, ticket) => {
      try {
        await client.send(
          new AdminInitiateAuthCommand({
            UserPoolId: userPoolId,
            ClientId: clientId,
            AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
            AuthParameters: { USERNAME: sub, PASSWORD: password },
            ClientMetadata: { [cognitoMetadataKeys.ticket]: ticket },
          }),
        )
        return true
      } catch (error) {
        // Cognito throws this only after the right password.
        return error instanceof UserNotConfirmedException || refusedAs(error)
      }
    },
    set: async (sub, password) => {
      await client.send(
        new AdminSetUserPasswordCommand({
          UserPoolId: userPoolId,
          Username: sub,
          Password: password,
          Permanent: true,
        }),
      )
    },
  }
}

function refusedAs(error: unknown): false {
  if (parseTriggerErrorCode(error) === 'too-many-attempts' || isPasswordAttemptsExceeded(error))
    throwRefusal('too-many-attempts', error)
  if (!(error instanceof NotAuthorizedException)) throw error
  return false
}
