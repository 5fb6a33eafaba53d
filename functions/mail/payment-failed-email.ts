import { formatCents } from '#contract/money'
import { practiceLegalDetails } from '#contract/practice'
import type { MailTemplateData } from '#data/mail'
import { composeConsultationBlock } from './consultation-block.ts'
import type { ConsultationOfOrder } from './order-consultation.ts'
import { formatEmailMoment } from './public/appointment-block.ts'
import { type ComposedEmail, formatEmailGreeting } from './public/composed-email.ts'

type PaymentFailedMail = Extract<MailTemplateData, { kind: 'payment-failed' }>

interface Parts {
  readonly consultation: ConsultationOfOrder | undefined
  readonly siteUrl: string
}

export function composePaymentFailedEmail(content: PaymentFailedMail, parts: Parts): ComposedEmail {
  const { name, concept, amountCents } = content
  const { paragraphs, ...rest } = composePurpose(content, parts)
  return {
    subject: 'Tu pago no se ha completado',
    greeting: formatEmailGreeting(name),
    ...rest,
    paragraphs: [
      `Tu banco no ha completado el pago de ${formatCents(amountCents)} de «${concept}», así que el dinero no nos ha llegado. Si ves un cargo en tu cuenta, tu banco te lo devolverá. Si no lo hace, escríbenos a ${practiceLegalDetails.email}.`,
      ...paragraphs,
    ],
  }
}

type Words = Pick<ComposedEmail, 'paragraphs' | 'action' | 'appointment' | 'facts'>

function composePurpose(content: PaymentFailedMail, parts: Parts): Words {
  if (content.of === 'booked-consultation') return composeBooked(content, parts)
  return content.of === 'budget-part' ? composeBudgetPart(content, parts) : composePurchase(content, parts)
}

const BY_CARD = 'Si pagas con tarjeta, sabrás al momento si el pago se ha hecho.'

function composePurchase(
  { amountCents, lostHour }: Extract<PaymentFailedMail, { of: 'purchase' }>,
  { siteUrl }: Parts,
): Words {
  const action = { label: 'Elegir hora y pagar', url: `${siteUrl}/primera-consulta` }
  const again = `Puedes elegir ${lostHour ? 'otra hora' : 'hora'} y volver a pagar cuando quieras. ${BY_CARD}`
  if (!lostHour) return { paragraphs: ['No tenías ninguna hora reservada, así que no pierdes ninguna.', again], action }
  return {
    ...composeConsultationBlock(
      { ...lostHour, priceCents: amountCents, isUncharged: true },
      { sentence: `Era la cita del ${formatEmailMoment(lostHour.startsAt)}.`, ended: 'Sin reservar' },
    ),
    paragraphs: [
      lostHour.isOver
        ? 'La hora que habías elegido pasó sin que llegara el pago, así que la cita no quedó reservada.'
        : 'La hora que habías elegido vuelve a estar libre: ya no la tienes reservada. Si todavía te va bien, elígela de nuevo antes de que la coja otra persona.',
      again,
    ],
    action,
  }
}

function composeBooked(
  { amountCents }: Extract<PaymentFailedMail, { of: 'booked-consultation' }>,
  { consultation, siteUrl }: Parts,
): Words {
  const toPanel = { label: 'Ver mis consultas', url: `${siteUrl}/client?tab=consultations` }
  if (!consultation || consultation.isCancelled)
    return { paragraphs: ['Esa cita se ha cancelado, así que no tienes que volver a pagarla.'], action: toPanel }
  const { startsAt, priceCents = amountCents } = consultation
  return {
    ...composeConsultationBlock(
      { ...consultation, priceCents },
      {
        sentence: `Es el pago de la cita del ${formatEmailMoment(startsAt)}.`,
      },
    ),
    paragraphs: [
      'No has perdido la hora: la cita sigue en pie, pendiente de pago.',
      `Puedes volver a pagarla desde tu panel. ${BY_CARD}`,
    ],
    action: { ...toPanel, label: 'Pagar la consulta' },
  }
}

function composeBudgetPart({ isOpen }: Extract<PaymentFailedMail, { of: 'budget-part' }>, { siteUrl }: Parts): Words {
  return {
    paragraphs: isOpen
      ? [
          'No has perdido ninguna hora y tu presupuesto sigue aceptado: solo queda pendiente este pago.',
          `Puedes volver a pagarlo desde tu panel. ${BY_CARD}`,
        ]
      : ['Ese presupuesto ya ha terminado, así que no tienes que volver a pagar.'],
    action: { label: 'Ver mis presupuestos', url: `${siteUrl}/client/presupuestos` },
  }
}
