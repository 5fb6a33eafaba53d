import type { Caller } from '#platform/http'
import { reportAttempt, closeAttempt } from './login-ledger.ts'
import type { Passwords } from './passwords.ts'
import type { Services } from '#platform/services'
import { type Trust, createVisitTicket } from './visit-ticket.ts'

interface ProofServices extends Services {
  readonly passwords: Pick<Passwords, 'proves'>
}

interface Claim {
  readonly userId: string
  readonly password: string
  readonly caller: Caller
  /**
   * A session of the account, which failures of strangers do not lock out.
   * @default nothing
   */
  readonly trust?: Trust
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
  { userId, password, caller, trust, harmless = false }: Claim,
  services: ProofServices,
): Promise<boolean> {
  const ticket = await createVisitTicket(caller, services, trust && [trust])
  const proven = await services.passwords.proves(userId.slice('usr_'.length), password, ticket)
  // With a second factor Cognito goes on to ask for its code: nobody answers, and that is no failed sign-in.
  if (proven || harmless) await closeAttempt(ticket, userId, services)
  else await reportAttempt(ticket, 'password', services)
  return proven
}
