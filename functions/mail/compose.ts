import { catalogue } from '#contract/catalogue'
import { PRODUCT_NAME } from '#contract/product'
import type { MailContent } from '#data/mail'
import type { Letter } from '#platform/letter'
import type { Receipt } from '#platform/receipt-pdf'
import { clientLetter } from './client-letters.ts'
import { linkLetter } from './link-letters.ts'
import { securityLetter } from './security-letters.ts'
import { testLetter } from './test-letter.ts'
import { withdrawalLetter, withdrawalNotice } from './withdrawal-letter.ts'

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })

interface Parts {
  /** There when the content is about one. */
  readonly receipt?: Receipt | undefined
  /** There when the mail carries a link of its own. */
  readonly token?: string | undefined
  readonly siteUrl: string
}

/** The words of a mail from the outbox. */
export function compose(content: MailContent, { receipt, token, siteUrl }: Parts): Letter {
  switch (content.kind) {
    case 'receipt':
      return receiptLetter(content, receipt ?? withoutReceipt(content.orderId), siteUrl)
    case 'existing-owner':
      return existingOwnerLetter(content, siteUrl)
    case 'client-notice':
      return clientLetter(content, siteUrl)
    case 'account-deactivated':
    case 'deletion-requested':
    case 'guardian-request':
      return linkLetter(content, token ?? withoutToken(content.kind), siteUrl)
    case 'test':
      return testLetter(content)
    case 'withdrawal-requested':
      return withdrawalLetter(content)
    case 'withdrawal-received':
      return withdrawalNotice(content)
    default:
      return securityLetter(content, siteUrl)
  }
}

function receiptLetter(
  { name, invite }: Extract<MailContent, { kind: 'receipt' }>,
  receipt: Receipt,
  siteUrl: string,
): Letter {
  const paid = `Hemos recibido tu pago de ${euros.format(receipt.amountCents / 100)}. Te adjuntamos el justificante ${receipt.receiptNumber}.`
  const next =
    'Tu consulta queda pendiente de agendar: te escribiremos para acordar el día y la hora de la videollamada.'
  return invite
    ? {
        subject: 'Hemos recibido tu pago: crea tu cuenta',
        greeting: `Hola, ${name}:`,
        paragraphs: [
          paid,
          next,
          'Para ver tu justificante y seguir tu proceso, crea tu cuenta con esta misma dirección de correo. Tu pago aparecerá en tu panel en cuanto la verifiques.',
        ],
        action: { label: 'Crear mi cuenta', url: `${siteUrl}/register` },
      }
    : {
        subject: 'Hemos recibido tu pago',
        greeting: `Hola, ${name}:`,
        paragraphs: [paid, next, 'En tu panel, dentro de Facturas, tienes siempre a mano el pago y su justificante.'],
        action: { label: 'Ir a mi panel', url: `${siteUrl}/client` },
      }
}

function existingOwnerLetter(
  { name, product }: Extract<MailContent, { kind: 'existing-owner' }>,
  siteUrl: string,
): Letter {
  const wish = product ? `comprar «${catalogue['primera-consulta'].name}»` : 'crear una cuenta'
  return {
    subject: `Ya tienes una cuenta en ${PRODUCT_NAME}`,
    greeting: name ? `Hola, ${name}:` : 'Hola:',
    paragraphs: [
      `Alguien ha intentado ${wish} con tu dirección de correo, que ya tiene una cuenta.`,
      product
        ? 'Si has sido tú, inicia sesión y continúa con el pago.'
        : 'Si has sido tú, inicia sesión con tu cuenta.',
    ],
    action: product
      ? { label: 'Iniciar sesión y pagar', url: `${siteUrl}/auth?next=${encodeURIComponent('/comprar')}` }
      : { label: 'Iniciar sesión', url: `${siteUrl}/auth` },
    closing: 'Si no has sido tú, no tienes que hacer nada: tu cuenta no ha cambiado.',
  }
}

const withoutReceipt = (orderId: string): never => {
  throw new Error(`mail about ${orderId} has no receipt`)
}

const withoutToken = (kind: string): never => {
  throw new Error(`mail of kind ${kind} has no token`)
}
