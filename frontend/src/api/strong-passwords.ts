import { type PasswordOwner, weakPasswordMessages, findPasswordWeakness } from '#contract/strong-password'
import { createApiError } from './create-api-error.ts'
import { areStrongPasswordsEnforced } from './strong-password-setting.ts'

/**
 * Applies the server's password rules to passwords that go directly to Cognito, by a reset or invitation link.
 * @throws {ApiError} `invalid-input` about `newPassword`
 */
export async function requireStrongPassword(password: string, owner: PasswordOwner): Promise<void> {
  const weakness = areStrongPasswordsEnforced() ? findPasswordWeakness(password, owner) : undefined
  if (weakness) throw await createApiError('invalid-input', { newPassword: [weakPasswordMessages[weakness]] })
}
