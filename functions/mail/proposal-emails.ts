import { createInstantFormatter } from '#contract/calendar-days'
import { buildMailedLink } from '#contract/mailed-links'
import { productCatalogue } from '#contract/product-catalogue'
import type { MailTemplateData } from '#data/mail'
import { ONE_TIME_LINK_DAYS } from '#platform/one-time-link'
import { composeConsultationBlock, composeConsultationFacts } from './consultation-block.ts'
import { formatEmailGreeting, type ComposedEmail, type EmailChoices } from './public/composed-email.ts'

export type ProposalsInMail =
  | { readonly slots: readonly string[]; readonly token: string; readonly priceCents: number | undefined }
  | 'none-free'
  | 'scheduled'

const day = createInstantFormatter({ weekday: 'long', day: 'numeric', month: 'long' })
const hour = createInstantFormatter({ timeStyle: 'short' })

const formatSlot = (startsAt: string): string => {
  const text = `${day(startsAt)}, a las ${hour(startsAt)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const noneFree =
  'Ahora mismo no nos queda ninguna hora libre: te escribiremos para acordar el día y la hora de la videollamada.'

export const formatAppointmentToAgree = (proposals: ProposalsInMail | undefined): readonly string[] => {
  if (proposals === 'scheduled') return []
  if (proposals === 'none-free') return [noneFree]
  return proposals
    ? [
        `Solo falta que elijas cuándo: ${productCatalogue['primera-consulta'].durationMinutes} minutos, por videollamada. Te proponemos estas horas (hora de Madrid); no necesitas tener una cuenta para elegir.`,
      ]
    : ['Tu consulta queda pendiente de agendar: te escribiremos para acordar el día y la hora de la videollamada.']
}

export const toEmailChoices = (
  proposals: ProposalsInMail | undefined,
  siteUrl: string,
): { readonly choices?: EmailChoices; readonly facts?: NonNullable<ComposedEmail['facts']> } =>
  proposals && typeof proposals === 'object'
    ? {
        choices: {
          options: proposals.slots.map((startsAt) => ({
            label: formatSlot(startsAt),
            url: buildMailedLink(siteUrl, '/elegir-hora', { token: proposals.token, hora: startsAt }),
            startsAt,
            durationMinutes: productCatalogue['primera-consulta'].durationMinutes,
          })),
          other: {
            label: 'Ninguna me viene bien',
            url: buildMailedLink(siteUrl, '/elegir-hora', { token: proposals.token }),
          },
          note: `Una hora es tuya cuando la confirmas en la página que se abre; si alguien se te adelanta, te enseñamos otras. Los enlaces sirven durante ${ONE_TIME_LINK_DAYS} días.`,
        },
        facts: composeConsultationFacts({ priceCents: proposals.priceCents, isPaid: true }),
      }
    : {}

export const composeSlotProposalsEmail = (
  { name }: Extract<MailTemplateData, { kind: 'slot-proposals' }>,
  proposals: ProposalsInMail | undefined,
  siteUrl: string,
): ComposedEmail => ({
  // Without an hour there is nothing to choose.
  subject: proposals === 'none-free' ? 'Te escribiremos para acordar tu consulta' : 'Elige la hora de tu consulta',
  greeting: formatEmailGreeting(name),
  paragraphs: formatAppointmentToAgree(proposals),
  ...toEmailChoices(proposals, siteUrl),
})

const outcomes = {
  refused: {
    subject: 'A un cliente no le viene bien ninguna hora',
    text: 'Un cliente que ha pagado su consulta ha dicho dos veces que ninguna de las horas propuestas le viene bien, o no quedaban más. Le hemos dicho que le escribirás tú para acordar una.',
  },
  'none-free': {
    subject: 'Un cliente ha pagado y no hay horas libres',
    text: 'Un cliente ha pagado su consulta y no hemos podido proponerle ninguna hora, porque no queda ninguna libre. Le hemos dicho que le escribirás tú para acordar una. Si abres más horas en el horario de la consulta, podrás proponérselas desde «Pendiente de agendar».',
  },
  chosen: { subject: 'Un cliente ha elegido su hora', text: 'Un cliente ha elegido la hora de su consulta.' },
} as const

export const composeProposalOutcomeEmail = (
  { customerId, outcome, startsAt }: Extract<MailTemplateData, { kind: 'proposal-outcome' }>,
  siteUrl: string,
): ComposedEmail => ({
  subject: outcomes[outcome].subject,
  greeting: 'Hola:',
  ...(startsAt &&
    composeConsultationBlock(
      { startsAt, isPaid: true },
      { sentence: `${formatSlot(startsAt)} (hora de Madrid).`, withWhom: false },
    )),
  paragraphs: [outcomes[outcome].text],
  action: { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` },
})
