import {
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
  UserNotConfirmedException,
} from '@aws-sdk/client-cognito-identity-provider'
import { clientMetadata } from '#contract/client-metadata'
import { isAttemptsExceeded, triggerCode } from '#platform/cognito-messages'
import { refuse } from '#platform/refusal'

/** The passwords of the user pool, which alone knows them. */
export interface Passwords {
  /**
   * Whether this is the account's password, confirmed or not. Cognito takes the question for the beginning of a sign-in:
   * our trigger opens an attempt, which comes from where `ticket` says, and an account without a second factor gets
   * tokens, which nobody is given.
   * @throws Refusal `too-many-attempts` when ours or Cognito's count of failures is full
   */
  readonly proves: (sub: string, password: string, ticket: string) => Promise<boolean>
  readonly set: (sub: string, password: string) => Promise<void>
}

export function livePasswords(
  { userPoolId, clientId }: { userPoolId: string; clientId: string },
  client = new CognitoIdentityProviderClient({}),
): Passwords {
  return {
    proves: async (sub, password, ticket) => {
      try {
        await client.send(
          new AdminInitiateAuthCommand({
            UserPoolId: userPoolId,
            ClientId: clientId,
            AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
            AuthParameters: { USERNAME: sub, PASSWORD: password },
            ClientMetadata: { [clientMetadata.ticket]: ticket },
          }),
        )
        return true
      } catch (error) {
        // Cognito says that an account is not confirmed only after the right password.
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

/** Either count may be full: that of our trigger, or Cognito's own. */
function refusedAs(error: unknown): false {
  if (triggerCode(error) === 'too-many-attempts' || isAttemptsExceeded(error)) refuse('too-many-attempts', error)
  if (!(error instanceof NotAuthorizedException)) throw error
  return false
}
