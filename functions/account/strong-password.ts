import { type PasswordOwner, weakPasswordMessages, findPasswordWeakness } from '#contract/strong-password'
import { RefusalError } from '#platform/refusal-error'
import type { ActionServices } from '#platform/services'

interface Chosen extends PasswordOwner {
  readonly password: string
  readonly field: 'password' | 'newPassword'
}

/**
 * @throws Refusal `invalid-input` with the reason at the field, when strong passwords are enforced and this one is
 * easily guessed
 */
export async function requireStrongPassword(
  { password, field, ...owner }: Chosen,
  { securitySettings }: Pick<ActionServices, 'securitySettings'>,
): Promise<void> {
  if (!(await securitySettings()).enforceStrongPasswords) return
  const weakness = findPasswordWeakness(password, owner)
  if (weakness) throw new RefusalError('invalid-input', { problems: { [field]: [weakPasswordMessages[weakness]] } })
}
