import { buildMailedLink } from '#contract/mailed-links'
import { PRODUCT_NAME } from '#contract/product'
import type { Database } from '#data/database'
import { findPaymentsByUnverifiedEmail } from '#data/unverified-email-payments'
import type { ComposedEmail } from './composed-email.ts'
import { EMAIL_VERIFICATION_LINK_DAYS } from '#platform/one-time-link'

interface Proof {
  readonly email: string
  readonly proof: string
  readonly siteUrl: string
}

export const buildVerificationUrl = ({ email, proof, siteUrl }: Proof): string =>
  buildMailedLink(siteUrl, '/auth/callback', { email, proof })

const words = {
  verify: {
    subject: `Verifica tu correo en ${PRODUCT_NAME}`,
    paragraph: 'Para terminar de crear tu cuenta, confirma que esta dirección es tuya.',
    label: 'Verificar mi correo',
  },
  reset: {
    subject: `Elige una contraseña nueva en ${PRODUCT_NAME}`,
    paragraph: 'Has pedido una contraseña nueva. Tu correo está sin verificar: verifícalo y elígela en el mismo paso.',
    label: 'Elegir una contraseña nueva',
  },
  paid: {
    subject: `Tu pago te espera: verifica tu correo en ${PRODUCT_NAME}`,
    paragraph:
      'Hemos recibido tu pago, pero tu correo está sin verificar. Verifícalo para entrar en tu panel y elegir la hora de tu primera consulta. No tienes que pagar otra vez.',
    label: 'Verificar mi correo',
  },
} as const

export type VerificationEmailPurpose = keyof typeof words

/** Only the mailbox's reader is told that a payment waits under the address. */
export const findVerificationEmailPurpose = async (
  email: string,
  wish: VerificationEmailPurpose,
  data: Database,
): Promise<VerificationEmailPurpose> =>
  wish === 'verify' && (await findPaymentsByUnverifiedEmail(email, data)).length > 0 ? 'paid' : wish

/** Sent to an unproven address, so it contains no name. */
export const composeVerificationEmail = (url: string, wish: VerificationEmailPurpose = 'verify'): ComposedEmail => ({
  subject: words[wish].subject,
  greeting: 'Hola:',
  paragraphs: [`${words[wish].paragraph} El enlace sirve durante ${EMAIL_VERIFICATION_LINK_DAYS} días.`],
  action: { label: words[wish].label, url },
  closing: 'Si no has sido tú, puedes ignorar este mensaje.',
})
