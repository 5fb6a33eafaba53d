import { type PasswordOwner, weakPasswordText, weaknessOf } from '#contract/strong-password'
import { Refusal } from '#platform/refusal'
import type { Services } from '#platform/services'

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
  { securitySettings }: Pick<Services, 'securitySettings'>,
): Promise<void> {
  if (!(await securitySettings()).enforceStrongPasswords) return
  const weakness = weaknessOf(password, owner)
  if (weakness) throw new Refusal('invalid-input', { problems: { [field]: [weakPasswordText[weakness]] } })
}
