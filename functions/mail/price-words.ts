import { formatCents } from '#contract/money'
import { PRODUCT_NAME } from '#contract/product'
import type { MailConsultationDetails } from '#data/mail'
import { composeConsultationBlock } from './consultation-block.ts'
import { formatEmailDay, formatEmailHour } from './public/appointment-block.ts'
import type { ComposedEmail } from './public/composed-email.ts'

const toPanelUrl = (siteUrl: string): string => `${siteUrl}/client?tab=consultations`

export function toPriceLinks(
  { priceCents, isPaid, proposedPriceCents }: MailConsultationDetails,
  siteUrl: string,
): NonNullable<ComposedEmail['links']> {
  const url = toPanelUrl(siteUrl)
  if (proposedPriceCents !== undefined) return [{ label: 'Responder sobre el precio', url }]
  return priceCents && !isPaid ? [{ label: `Pagar ${formatCents(priceCents)}`, url }] : []
}

export const toPriceSentences = ({ proposedPriceCents }: MailConsultationDetails): readonly string[] =>
  proposedPriceCents === undefined
    ? []
    : [
        `Te proponemos un precio de ${formatCents(proposedPriceCents)}. Dinos en tu panel si te parece bien: hasta que lo aceptes, no hay nada que pagar.`,
      ]

export function composeProposedPriceWords(
  consultation: MailConsultationDetails,
  siteUrl: string,
): Omit<ComposedEmail, 'greeting' | 'closing'> {
  const { startsAt, durationMinutes } = consultation
  return {
    subject: `El precio de tu cita con ${PRODUCT_NAME}`,
    title: 'El precio de tu cita',
    ...composeConsultationBlock(consultation, {
      sentence: `Es la cita del ${formatEmailDay(startsAt)} a las ${formatEmailHour(startsAt)} (hora de Madrid). Dura ${durationMinutes} minutos, por videollamada.`,
    }),
    paragraphs: [...toPriceSentences(consultation), 'Si no te parece bien, dínoslo también ahí y te escribiremos.'],
    action: { label: 'Responder sobre el precio', url: toPanelUrl(siteUrl) },
  }
}
