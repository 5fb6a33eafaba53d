import { createInstantFormatter, startOfPracticeDay } from '#contract/calendar-days'
import { computeRefundDeadlineDay, REFUND_DAYS } from '#contract/cancellation-rules'
import { PRODUCT_NAME } from '#contract/product'
import type { MailTemplateData, ContractWithdrawalReference } from '#data/mail'
import type { ComposedEmail } from './public/composed-email.ts'

const when = createInstantFormatter({ dateStyle: 'full', timeStyle: 'medium' })
const day = createInstantFormatter({ dateStyle: 'full' })

const MAX_NAMED = 50

type WithdrawalMail = Extract<
  MailTemplateData,
  { kind: 'withdrawal-requested' | 'withdrawal-received' | 'withdrawals-digest' }
>

export const isContractWithdrawalMail = (content: MailTemplateData): content is WithdrawalMail =>
  content.kind.startsWith('withdrawal')

export function composeContractWithdrawalEmail(
  content: WithdrawalMail,
  withdrawals: readonly ContractWithdrawalReference[],
  siteUrl: string,
): ComposedEmail {
  if (content.kind === 'withdrawal-requested') return acknowledgement(content)
  return digest(content.kind === 'withdrawals-digest' ? withdrawals : [content], siteUrl)
}

/**
 * Acknowledgement of a withdrawal on a durable medium, with date and time of receipt (Directive 2011/83/EU, article
 * 11a). Sent to an unverified address, so it repeats no typed text: the reference leads to the declaration, on the
 * confirmation page and at the practice.
 */
const acknowledgement = (withdrawal: ContractWithdrawalReference): ComposedEmail => ({
  subject: `Hemos recibido tu desistimiento | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    `Hemos recibido tu declaración de desistimiento el ${receivedAt(withdrawal)}. Guarda este mensaje: es tu justificante.`,
    'Nos has comunicado que desistes de tu contrato de prestación del servicio, con los datos que confirmaste en nuestra web.',
    `Referencia: ${withdrawal.withdrawalId}`,
    'Por seguridad no repetimos aquí lo que escribiste. Si quieres una copia de tu declaración, responde con la referencia a la dirección de contacto de nuestra web.',
    `Revisaremos tu contrato y te responderemos a esta dirección. Si el desistimiento procede, te devolveremos el importe que corresponda en un plazo máximo de ${REFUND_DAYS} días naturales desde que lo recibimos y por el mismo medio con el que pagaste, sin ningún coste para ti.`,
  ],
  closing:
    'Si no has sido tú quien ha enviado esta declaración, escríbenos a la dirección de contacto de nuestra web y lo aclararemos.',
})

/** Daily, because both the withdrawal and the refund have legal terms. The declarations themselves are in the app. */
const digest = (withdrawals: readonly ContractWithdrawalReference[], siteUrl: string): ComposedEmail => ({
  subject: `${counted(withdrawals.length)}: hay que responder | ${PRODUCT_NAME}`,
  greeting: 'Hola:',
  paragraphs: [
    withdrawals.length === 1
      ? 'Alguien ha desistido de su contrato en la web:'
      : `${withdrawals.length} personas han desistido de su contrato en la web:`,
    ...withdrawals.slice(0, MAX_NAMED).map(line),
    ...(withdrawals.length > MAX_NAMED ? [`Y ${withdrawals.length - MAX_NAMED} más, que verás en el panel.`] : []),
    'En el panel, debajo de la lista de clientes, tienes lo que ha escrito cada persona. Comprueba en Stripe si existe la compra y si está en plazo, responde a su dirección y, si procede, devuelve el importe por el mismo medio de pago.',
    'Nadie ha comprobado que quien escribe sea el dueño de la dirección: no devuelvas nada a otro medio de pago.',
  ],
  action: { label: 'Ver los desistimientos', url: `${siteUrl}/admin?tab=customers` },
})

const counted = (count: number) => (count === 1 ? 'Desistimiento recibido' : `${count} desistimientos recibidos`)

const line = (withdrawal: ContractWithdrawalReference) =>
  `${withdrawal.withdrawalId}, recibido el ${receivedAt(withdrawal)}: la devolución, si procede, como muy tarde el ${lastRefundDay(withdrawal)}.`

const receivedAt = ({ requestedAt }: ContractWithdrawalReference) => `${when(requestedAt)} (hora peninsular española)`

const lastRefundDay = ({ requestedAt }: ContractWithdrawalReference) =>
  day(new Date(startOfPracticeDay(computeRefundDeadlineDay(requestedAt))))
