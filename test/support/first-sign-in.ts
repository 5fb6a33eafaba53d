import { RespondToAuthChallengeCommand } from '@aws-sdk/client-cognito-identity-provider'
import { signInWithSrp } from '../local/cognito/running-user-pool.ts'
import { type IdentitySetup, TEST_PASSWORD, type SignedInSession, toSignedInSession } from './identity-setup.ts'

/** With the password of the invitation mail, followed by Cognito's new-password challenge. */
export async function signInWithTemporaryPassword(
  { pool }: IdentitySetup,
  email: string,
  clientId: string,
  attributes: Record<string, string> = {},
): Promise<SignedInSession> {
  const mailed = /password is (.+)\.$/.exec(pool.mails.at(-1)?.html ?? '')?.[1] ?? ''
  const { Session } = await signInWithSrp(pool, email, mailed)
  const { AuthenticationResult } = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: TEST_PASSWORD, ...attributes },
    }),
  )
  return toSignedInSession(AuthenticationResult ?? {})
}
