import type { CallerDetails } from '#platform/http'
import { recordSignInStage, closeSignInAttempt } from './login-ledger.ts'
import type { CognitoPasswordAccess } from './cognito-password-access.ts'
import type { ActionServices } from '#platform/services'
import { type TrustedPlace, createPasswordProofTicket } from './cognito-call-ticket.ts'

interface ProofServices extends ActionServices {
  readonly passwords: Pick<CognitoPasswordAccess, 'proves'>
}

interface Claim {
  readonly userId: string
  readonly sub: string
  readonly password: string
  readonly caller: CallerDetails
  /**
   * A session, known browser or mailed link of the account, which strangers' failures do not lock out.
   * @default none
   */
  readonly trust?: TrustedPlace
  /**
   * A wrong password is not counted as a failed sign-in.
   * @default false
   */
  readonly harmless?: boolean
}

/**
 * Counts as a sign-in from the caller's place.
 * @throws Refusal `too-many-attempts`
 */
export async function verifyPassword(
  { userId, sub, password, caller, trust, harmless = false }: Claim,
  services: ProofServices,
): Promise<boolean> {
  const ticket = await createPasswordProofTicket(caller, services, trust && [trust])
  const proven = await services.passwords.proves(sub, password, ticket)
  // With a second factor Cognito asks for its code: leaving that unanswered is no failed sign-in.
  if (proven || harmless) await closeSignInAttempt(ticket, userId, services)
  else await recordSignInStage(ticket, 'password', services)
  return proven
}
