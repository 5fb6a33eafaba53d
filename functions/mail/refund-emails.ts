import { formatCents } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'
import type { MailTemplateData } from '#data/mail'
import { type ComposedEmail, formatEmailGreeting } from './public/composed-email.ts'

type RefundMail = Extract<MailTemplateData, { kind: 'refund' }>
type RefundFailedMail = Extract<MailTemplateData, { kind: 'refund-failed' }>

const { email: practiceEmail } = practiceLegalDetails

const because = {
  client: 'Lo has pedido tú desde tu panel.',
  practice: `Si tienes alguna duda, escríbenos a ${practiceEmail}.`,
  stripe: `Si tienes alguna duda, escríbenos a ${practiceEmail}.`,
  unproven:
    'Tu correo seguía sin confirmar, así que no podíamos darte acceso a lo que compraste. Puedes volver a reservar cuando quieras.',
}

export const composeRefundEmail = (
  { name, concept, amountCents, reason = 'unproven', refundId }: RefundMail,
  siteUrl: string,
): ComposedEmail => ({
  subject: 'Te hemos devuelto tu pago',
  greeting: formatEmailGreeting(name),
  paragraphs: [
    `Te hemos devuelto ${formatCents(amountCents)} de «${concept}» por el mismo medio con el que pagaste. Tu banco suele tardar de 5 a 10 días laborables en mostrarlo.`,
    because[reason],
    ...(refundId
      ? [`Guarda este correo: es tu justificante de la devolución. Número: ${refundId.slice(-12).toUpperCase()}.`]
      : []),
  ],
  action:
    reason === 'unproven'
      ? { label: 'Volver a reservar', url: `${siteUrl}/primera-consulta` }
      : { label: 'Ver mis pagos', url: `${siteUrl}/client?tab=invoices` },
})

export function composeRefundFailedEmail(
  { name, concept, amountCents, customerId, reader }: RefundFailedMail,
  siteUrl: string,
): ComposedEmail {
  const sum = `${formatCents(amountCents)} de «${concept}»`
  if (reader === 'practice')
    return {
      subject: 'Una devolución no se ha podido hacer',
      greeting: formatEmailGreeting(''),
      paragraphs: [
        `El banco ha rechazado la devolución de ${sum}. El dinero vuelve a estar en tu cuenta de Stripe y el cliente lo sabe.`,
        'Escríbele para acordar otro medio. El plazo de 14 días para devolver sigue corriendo.',
      ],
      action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
    }
  return {
    subject: 'No hemos podido devolverte tu pago',
    greeting: formatEmailGreeting(name),
    paragraphs: [
      `Tu banco ha rechazado la devolución de ${sum}. El dinero sigue siendo tuyo: te escribiremos para devolvértelo de otra forma.`,
      `Si lo prefieres, escríbenos tú a ${practiceEmail}.`,
    ],
    action: { label: 'Ver mis pagos', url: `${siteUrl}/client?tab=invoices` },
  }
}
