import { buildJoinPath, computeRoomOpening } from '#contract/consultation-room'
import { PRODUCT_NAME } from '#contract/product'
import type { ClientNotificationTemplateData, MailConsultationDetails } from '#data/mail'
import { composeConsultationBlock } from './consultation-block.ts'
import { composeProposedPriceWords, toPriceLinks, toPriceSentences } from './price-words.ts'
import { formatEmailDay, formatEmailHour, formatEmailMoment } from './public/appointment-block.ts'
import type { ComposedEmail } from './public/composed-email.ts'

export const JOIN_LABEL = 'Unirse a la videollamada'

type ConsultationNotice = Extract<ClientNotificationTemplateData, { readonly consultation: MailConsultationDetails }>
type Words = Omit<ComposedEmail, 'greeting' | 'closing'>

/**
 * Neither subject nor text contains the consultation's reason. The room's address is in no mail: the join page opens
 * it.
 */
export function composeConsultationWords({ type, consultation }: ConsultationNotice, siteUrl: string): Words {
  const toPanel = { label: 'Ver mis consultas', url: `${siteUrl}/client?tab=consultations` }
  if (type === 'consultation_cancelled') return { ...cancelledWords(consultation), action: toPanel }
  if (type === 'consultation_lapsed') return { ...lapsedWords(consultation), action: toPanel }
  if (type === 'consultation_missed') return composeMissedWords(consultation, siteUrl)
  if (type === 'consultation_priced') return composeProposedPriceWords(consultation, siteUrl)
  const isChange = type === 'consultation_changed'
  if (consultation.toConfirm) return { ...requestedWords(consultation, isChange), action: toPanel }
  const words = isChange ? changedWords(consultation) : scheduledWords(consultation)
  return {
    ...words,
    paragraphs: [...words.paragraphs, ...toPriceSentences(consultation)],
    ...composeWaysIn(consultation, siteUrl),
  }
}

const composeWaysIn = (consultation: MailConsultationDetails, siteUrl: string) => ({
  action: {
    label: JOIN_LABEL,
    url: `${siteUrl}${buildJoinPath(consultation.consultationId)}`,
    note: formatRoomOpening(consultation),
  },
  links: [
    ...toPriceLinks(consultation, siteUrl),
    { label: 'Cambiar o cancelar', url: `${siteUrl}/client?tab=consultations` },
  ],
})

export function composeBookedHourSection(consultation: MailConsultationDetails, siteUrl: string): Partial<Words> {
  if (consultation.toConfirm) {
    const { appointment, facts } = requestedWords(consultation, false)
    return { ...(appointment && { appointment }), ...(facts && { facts }) }
  }
  const { subject: _, ...words } = scheduledWords(consultation)
  return { ...words, ...composeWaysIn(consultation, siteUrl) }
}

export const formatRoomOpening = ({ startsAt }: Pick<MailConsultationDetails, 'startsAt'>): string => {
  const opensAt = computeRoomOpening({ startsAt })
  return `Se abre el ${formatEmailDay(opensAt)} a las ${formatEmailHour(opensAt)}`
}

const sentenceOf = ({ startsAt, durationMinutes }: MailConsultationDetails, beginning: string): string =>
  `${beginning} el ${formatEmailMoment(startsAt)}. Durará ${durationMinutes} minutos, por videollamada.`

const shortMoment = ({ startsAt }: MailConsultationDetails): string =>
  `${formatEmailDay(startsAt)}, ${formatEmailHour(startsAt)}`

const scheduledWords = (consultation: MailConsultationDetails): Words => ({
  subject: `Tu cita: ${shortMoment(consultation)}`,
  title: 'Tu cita está confirmada',
  ...composeConsultationBlock(consultation, {
    sentence: sentenceOf(consultation, 'Tienes una cita'),
  }),
  paragraphs: ['Te esperamos por videollamada. Te adjuntamos la cita para que la añadas a tu calendario.'],
})

const changedWords = (consultation: MailConsultationDetails): Words => ({
  subject: `Tu cita con ${PRODUCT_NAME} ha cambiado`,
  title: 'Tu cita ha cambiado',
  ...composeConsultationBlock(consultation, {
    sentence: sentenceOf(consultation, 'Tu cita es ahora'),
  }),
  paragraphs: ['Así queda ahora. Te adjuntamos la cita actualizada para tu calendario.'],
})

const keptText = ({ lapsesAt }: MailConsultationDetails): string =>
  lapsesAt
    ? `Te guardamos esa hora hasta el ${formatEmailMoment(lapsesAt)}: si no la confirmamos antes, quedará libre y podrás pedir otra.`
    : 'Te guardamos esa hora.'

const requestedWords = (consultation: MailConsultationDetails, isChange: boolean): Words => ({
  subject: isChange
    ? `Tu petición de cita con ${PRODUCT_NAME} ha cambiado`
    : `Hemos recibido tu petición de cita con ${PRODUCT_NAME}`,
  title: 'Hemos recibido tu petición',
  ...composeConsultationBlock(consultation, { sentence: sentenceOf(consultation, 'Nos has pedido una cita para') }),
  paragraphs: [
    keptText(consultation),
    'Te escribiremos cuando la confirmemos. Mientras tanto, la cita que te adjuntamos aparece en tu calendario como provisional.',
  ],
})

const cancelledWords = (consultation: MailConsultationDetails): Words => ({
  subject: `Tu cita con ${PRODUCT_NAME} se ha cancelado`,
  title: 'Tu cita se ha cancelado',
  ...composeConsultationBlock(consultation, {
    sentence: `La cita del ${formatEmailMoment(consultation.startsAt)} se ha cancelado.`,
    ended: 'Cancelada',
  }),
  paragraphs: ['Te adjuntamos la cancelación para que desaparezca de tu calendario.'],
})

const composeMissedWords = (consultation: MailConsultationDetails, siteUrl: string): Words => ({
  subject: `No pudimos verte en tu cita con ${PRODUCT_NAME}`,
  title: 'No pudimos verte en tu cita',
  ...composeConsultationBlock(
    { ...consultation, priceCents: consultation.isPaid ? consultation.priceCents : undefined },
    { sentence: `Te esperábamos el ${formatEmailMoment(consultation.startsAt)}.`, ended: 'No asistida' },
  ),
  paragraphs: [
    'Hemos anotado que no pudiste asistir. Si no fue así, o si quieres hablar de otra hora, responde a este mensaje y lo vemos contigo.',
    ...toPriceSentences(consultation),
  ],
  action: toPlaceOfPayment(consultation, siteUrl),
  links: consultation.proposedPriceCents === undefined ? [] : toPriceLinks(consultation, siteUrl),
})

function toPlaceOfPayment({ isIncluded, isPaid }: MailConsultationDetails, siteUrl: string) {
  if (isIncluded) return { label: 'Ver mi presupuesto', url: `${siteUrl}/client/presupuestos` }
  return isPaid
    ? { label: 'Ver mi pago', url: `${siteUrl}/client?tab=invoices` }
    : { label: 'Ver mis consultas', url: `${siteUrl}/client?tab=consultations` }
}

const lapsedWords = (consultation: MailConsultationDetails): Words => ({
  subject: `Tu petición de cita con ${PRODUCT_NAME} ha caducado`,
  title: 'Tu petición ha caducado',
  ...composeConsultationBlock(consultation, {
    sentence: `Nos pediste una cita para el ${formatEmailMoment(consultation.startsAt)}.`,
    ended: 'Caducada',
  }),
  paragraphs: [
    'No hemos podido confirmarte esta cita a tiempo, así que esa hora ha vuelto a quedar libre. Lo sentimos.',
    'Puedes pedir otra hora desde tu panel cuando quieras. Te adjuntamos la cancelación para que la cita desaparezca de tu calendario.',
  ],
})
