import { PRODUCT_NAME } from '#contract/product'
import type { Data } from '#data/data'
import { paidUnder } from '#data/unproven-orders'
import type { EmailTemplate } from './email-template.ts'
import { ADDRESS_LINK_DAYS } from '#platform/one-time-link'

interface Proof {
  readonly email: string
  readonly proof: string
  readonly siteUrl: string
}

export const verificationUrl = ({ email, proof, siteUrl }: Proof): string =>
  `${siteUrl}/auth/callback?email=${encodeURIComponent(email)}&proof=${proof}`

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

export type VerificationPurpose = keyof typeof words

/** Only the mailbox's reader is told that a payment waits under the address. */
export const verificationPurpose = async (
  email: string,
  wish: VerificationPurpose,
  data: Data,
): Promise<VerificationPurpose> => (wish === 'verify' && (await paidUnder(email, data)).length > 0 ? 'paid' : wish)

/** Goes to an unproven address, so it names nobody. */
export const verificationEmail = (url: string, wish: VerificationPurpose = 'verify'): EmailTemplate => ({
  subject: words[wish].subject,
  greeting: 'Hola:',
  paragraphs: [`${words[wish].paragraph} El enlace sirve durante ${ADDRESS_LINK_DAYS} días.`],
  action: { label: words[wish].label, url },
  closing: 'Si no has sido tú, puedes ignorar este mensaje.',
})
