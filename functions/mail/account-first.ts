import { findPendingSignUp } from '../account/public/email-proof.ts'
import { JOIN_LABEL } from './consultation-emails.ts'
import type { ComposedEmail } from './public/composed-email.ts'
import type { MailServices } from './services.ts'

/**
 * Joining needs a sign-in, and a mailed link opens no account. Somebody with an unfinished sign-up is asked to verify
 * the address at the sign-in.
 */
export async function withAccountFirst(
  email: ComposedEmail,
  { customerId, to }: { readonly customerId?: string | undefined; readonly to: string },
  { data, siteUrl }: Pick<MailServices, 'data' | 'siteUrl'>,
): Promise<ComposedEmail> {
  const { action, links = [], paragraphs } = email
  if (!customerId || action?.label !== JOIN_LABEL) return email
  const { data: customer } = await data.customers.get({ customerId }).go()
  if (!customer || customer.userId) return email
  if (await findPendingSignUp(to, data)) return email
  return {
    ...email,
    paragraphs: [
      ...paragraphs,
      'Para unirte necesitas una cuenta: créala antes con esta misma dirección de correo y verifícala. Después, «Unirse a la videollamada» te lleva a ella.',
    ],
    action: {
      ...action,
      label: 'Crea tu cuenta para unirte',
      url: `${siteUrl}/register?next=${encodeURIComponent(new URL(action.url).pathname)}`,
    },
    links: [{ label: JOIN_LABEL, url: action.url }, ...links],
  }
}
