import { type PasswordOwner, weakPasswordText, weaknessOf } from '#contract/strong-password'
import { Refused } from './refused.ts'

/** As the server said last; until it has said anything, as strict as it can be. */
let enforced = true

export const noteStrongPasswords = (strong: boolean): void => {
  enforced = strong
}

/**
 * Refuses what the server refuses of passwords that it sees. Those that are chosen at Cognito itself, by the link of a
 * recovery mail or of an invitation, pass nobody of ours but this page.
 *
 * @throws {Refused} `invalid-input` about `newPassword`
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const weakness = enforced ? weaknessOf(password, owner) : undefined
  if (weakness) throw new Refused('invalid-input', { newPassword: [weakPasswordText[weakness]] })
}
