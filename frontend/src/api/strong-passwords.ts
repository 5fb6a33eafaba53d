import { type PasswordOwner, weakPasswordText, weaknessOf } from '#contract/strong-password'
import { ApiError } from './api-error.ts'

/** As the server said last; until it has said anything, as strict as it can be. */
let enforced = true

export const setStrongPasswordsEnforced = (strong: boolean): void => {
  enforced = strong
}

/**
 * Refuses what the server refuses of passwords that it sees. Those that are chosen at Cognito itself, by the link of a
 * recovery mail or of an invitation, pass nobody of ours but this page.
 *
 * @throws {ApiError} `invalid-input` about `newPassword`
 */
export function requireStrongPassword(password: string, owner: PasswordOwner): void {
  const weakness = enforced ? weaknessOf(password, owner) : undefined
  if (weakness) throw new ApiError('invalid-input', { newPassword: [weakPasswordText[weakness]] })
}
