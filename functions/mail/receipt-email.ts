import { formatCents } from '#contract/money'
import type { MailConsultationDetails, MailTemplateData } from '#data/mail'
import type { StoredReceipt } from '../payments/public/receipt.ts'
import { composeBookedHourSection } from './consultation-emails.ts'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'
import { formatAppointmentToAgree, type ProposalsInMail, toEmailChoices } from './proposal-emails.ts'

interface Paid {
  readonly verifyUrl?: string | undefined
  readonly paidBefore?: boolean | undefined
  readonly proposals?: ProposalsInMail | undefined
  readonly consultation?: MailConsultationDetails | undefined
  readonly siteUrl: string
}

const twice =
  'Tienes otro pago que también espera su consulta. Si has pagado dos veces sin querer, escríbenos y te devolvemos uno.'

export function composeReceiptEmail(
  { name, invite }: Extract<MailTemplateData, { kind: 'receipt' }>,
  receipt: StoredReceipt,
  { verifyUrl, paidBefore, proposals, consultation, siteUrl }: Paid,
): ComposedEmail {
  const { amountCents, receiptNumber } = receipt
  const isFree = amountCents === 0
  const fact = isFree ? 'No has tenido que pagar nada.' : `Hemos recibido tu pago de ${formatCents(amountCents)}.`
  const paid = `${fact} Te adjuntamos el justificante ${receiptNumber}.`
  const { subject, sentence, action } = composeWay({ verifyUrl, invite, siteUrl, isFree })
  const { action: join, links = [], ...booked } = consultation ? composeBookedHourSection(consultation, siteUrl) : {}
  const isAtHome = !verifyUrl && !invite
  return {
    subject,
    greeting: formatEmailGreeting(name),
    ...toEmailChoices(proposals, siteUrl),
    ...booked,
    paragraphs: [paid, ...formatAppointmentToAgree(proposals), ...(booked.paragraphs ?? [])],
    afterChoices: [...(paidBefore ? [twice] : []), sentence],
    // A buyer without an account needs one to join.
    action: isAtHome && join ? join : action,
    links: isAtHome ? links : [...(join ? [join] : []), ...links],
  }
}

interface Way {
  readonly verifyUrl: string | undefined
  readonly invite: boolean
  readonly siteUrl: string
  readonly isFree: boolean
}

function composeWay({ verifyUrl, invite, siteUrl, isFree }: Way) {
  const received = isFree ? 'Tu compra está confirmada' : 'Hemos recibido tu pago'
  const own = isFree ? 'Tu compra' : 'Tu pago'
  if (verifyUrl) {
    return {
      subject: `${received}: verifica tu correo`,
      sentence: `Para entrar en tu panel y seguir tu proceso, verifica tu correo. ${own} aparecerá allí en cuanto lo hagas.`,
      action: { label: 'Verificar mi correo', url: verifyUrl },
    }
  }
  return invite
    ? {
        subject: `${received}: crea tu cuenta`,
        sentence: `Para entrar en tu panel y seguir tu proceso, crea tu cuenta con esta misma dirección de correo. ${own} aparecerá allí en cuanto la verifiques.`,
        action: { label: 'Crear mi cuenta', url: `${siteUrl}/register` },
      }
    : {
        subject: received,
        sentence: `En tu panel, dentro de Facturas, tienes siempre a mano ${isFree ? 'tu compra' : 'el pago'} y su justificante.`,
        action: { label: 'Ir a mi panel', url: `${siteUrl}/client` },
      }
}
