import { type PasswordOwner, weakPasswordText, weaknessOf } from '#contract/strong-password'
import { Refusal } from '#platform/refusal'
import type { Services } from '#platform/services'

interface Chosen extends PasswordOwner {
  readonly password: string
  /** The field of the body that it was given in. */
  readonly field: 'password' | 'newPassword'
}

/**
 * Where strong passwords are enforced, refuses what is guessed early, though the pool would take it.
 *
 * @throws Refusal `invalid-input`, which says at the field what is wrong
 */
export async function requireStrongPassword(
  { password, field, ...owner }: Chosen,
  { securitySettings }: Pick<Services, 'securitySettings'>,
): Promise<void> {
  if (!(await securitySettings()).enforceStrongPasswords) return
  const weakness = weaknessOf(password, owner)
  if (weakness) throw new Refusal('invalid-input', { problems: { [field]: [weakPasswordText[weakness]] } })
}
