import { REFUND_REFUSED } from '#contract/cancellation-sentences'
import { formatCents } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'
import type { MailTemplateData } from '#data/mail'
import { composeConsultationBlock, type ConsultationBlock } from './consultation-block.ts'
import type { ConsultationOfOrder } from './order-consultation.ts'
import { formatEmailMoment } from './public/appointment-block.ts'
import { type ComposedEmail, formatEmailGreeting } from './public/composed-email.ts'

type RefundMail = Extract<MailTemplateData, { kind: 'refund' }>
type RefundFailedMail = Extract<MailTemplateData, { kind: 'refund-failed' }>

interface Paid {
  readonly consultation: ConsultationOfOrder | undefined
  readonly siteUrl: string
}

const { email: practiceEmail } = practiceLegalDetails

const because = {
  client: 'Lo has pedido tú desde tu panel.',
  practice: `Si tienes alguna duda, escríbenos a ${practiceEmail}.`,
  bank: 'Te lo ha devuelto tu banco.',
  stripe: `Si tienes alguna duda, escríbenos a ${practiceEmail}.`,
  unproven:
    'Tu correo seguía sin confirmar, así que no podíamos darte acceso a lo que compraste. Puedes volver a reservar cuando quieras.',
}

function composeBlock(
  consultation: ConsultationOfOrder | undefined,
  words: { readonly returnedCents?: number; readonly withWhom?: false } = {},
): ConsultationBlock | undefined {
  if (!consultation) return undefined
  const { startsAt, isCancelled = false } = consultation
  const { returnedCents, ...more } = words
  return composeConsultationBlock(
    { ...consultation, ...(returnedCents !== undefined && { returnedCents }) },
    {
      sentence: isCancelled
        ? `La cita del ${formatEmailMoment(startsAt)} se ha cancelado.`
        : `Es el pago de la cita del ${formatEmailMoment(startsAt)}.`,
      ...(isCancelled && { ended: 'Cancelada' }),
      ...more,
    },
  )
}

export function composeRefundEmail(content: RefundMail, { consultation, siteUrl }: Paid): ComposedEmail {
  const { name, concept, amountCents, isPartial = false, reason = 'unproven', refundId } = content
  const isCancelledNow = content.cancelledConsultationId !== undefined && consultation?.isCancelled === true
  const refunded = isPartial ? 'hemos hecho una devolución' : 'hemos devuelto tu pago'
  return {
    ...(isCancelledNow
      ? {
          subject: `Tu cita con ${PRODUCT_NAME} se ha cancelado y te ${refunded}`,
          title: `Tu cita se ha cancelado y te ${refunded}`,
        }
      : { subject: `Te ${refunded}` }),
    greeting: formatEmailGreeting(name),
    ...composeBlock(consultation, { returnedCents: amountCents }),
    paragraphs: [
      `Te hemos devuelto ${formatCents(amountCents)} de «${concept}» por el mismo medio con el que pagaste. Tu banco suele tardar de 5 a 10 días laborables en mostrarlo.`,
      because[reason],
      ...(refundId
        ? [`Guarda este correo: es tu justificante de la devolución. Número: ${refundId.slice(-12).toUpperCase()}.`]
        : []),
      ...(isCancelledNow ? ['Te adjuntamos la cancelación para que la cita desaparezca de tu calendario.'] : []),
    ],
    action:
      reason === 'unproven'
        ? { label: 'Volver a reservar', url: `${siteUrl}/primera-consulta` }
        : { label: 'Ver mis pagos', url: `${siteUrl}/client?tab=invoices` },
  }
}

export function composeRefundFailedEmail(
  { name, concept, amountCents, customerId, reader }: RefundFailedMail,
  { consultation, siteUrl }: Paid,
): ComposedEmail {
  const sum = `${formatCents(amountCents)} de «${concept}»`
  if (reader === 'practice')
    return {
      subject: 'Una devolución no se ha podido hacer',
      greeting: formatEmailGreeting(''),
      ...composeBlock(consultation, { withWhom: false }),
      paragraphs: [
        `La devolución de ${sum} no se ha podido hacer: el banco o Stripe la ha rechazado, por ejemplo porque el cliente ha reclamado el cargo a su banco. El motivo está en tu cuenta de Stripe, y el cliente ya sabe que no se ha hecho.`,
        'Escríbele para acordar otro medio. El plazo de 14 días para devolver sigue corriendo.',
      ],
      action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
    }
  return {
    subject: 'No hemos podido hacerte una devolución',
    greeting: formatEmailGreeting(name),
    ...composeBlock(consultation),
    paragraphs: [
      `La devolución de ${sum} no se ha podido hacer por el medio con el que pagaste. ${REFUND_REFUSED}`,
      `Si lo prefieres, escríbenos tú a ${practiceEmail}.`,
    ],
    action: { label: 'Ver mis pagos', url: `${siteUrl}/client?tab=invoices` },
  }
}
