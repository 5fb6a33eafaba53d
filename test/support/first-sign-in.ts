import { RespondToAuthChallengeCommand } from '@aws-sdk/client-cognito-identity-provider'
import { passwordSignIn } from '../local/cognito/pool-on-a-port.ts'
import { type IdentitySetup, PASSWORD, type SignedIn, signedIn } from './identity-setup.ts'

/** With the password of the invitation mail, followed by Cognito's new-password challenge. */
export async function firstSignIn(
  { pool }: IdentitySetup,
  email: string,
  clientId: string,
  attributes: Record<string, string> = {},
): Promise<SignedIn> {
  const mailed = /password is (.+)\.$/.exec(pool.mails.at(-1)?.html ?? '')?.[1] ?? ''
  const { Session } = await passwordSignIn(pool, email, mailed)
  const { AuthenticationResult } = await pool.sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: PASSWORD, ...attributes },
    }),
  )
  return signedIn(AuthenticationResult ?? {})
}
