import { formatCents } from '#contract/money'
import { describePracticeNotice, type PracticeNoticeKind, practiceNoticeStranger } from '#contract/practice-notices'
import type { Database } from '#data/database'
import { toMailConsultation } from '../notifications/public/client-notice.ts'
import {
  findPracticeNoticesOfMail,
  type PracticeNoticeInMail,
  type PracticeNoticeMail,
} from './practice-notices-of-mail.ts'
import { composeConsultationBlock, type ConsultationInMail } from './consultation-block.ts'
import type { ComposedEmail } from './public/composed-email.ts'

export async function composePracticeEmail(
  content: PracticeNoticeMail,
  { data, siteUrl }: { readonly data: Database; readonly siteUrl: string },
): Promise<ComposedEmail> {
  const notices = await findPracticeNoticesOfMail(content, data)
  const [first] = notices
  if (!first) throw new Error('there is no notice to tell')
  return content.kind === 'practice-digest'
    ? composePracticeDigestEmail(notices, siteUrl)
    : composePracticeNoticeEmail(first, await findConsultationAt(first, data), siteUrl)
}

/** The one that the notice is about, as it is now. */
async function findConsultationAt(
  { customerId, startsAt }: PracticeNoticeInMail,
  { consultations }: Database,
): Promise<ConsultationInMail | undefined> {
  if (!startsAt) return undefined
  const { data: all } = await consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const found = all
    .filter((each) => each.startsAt === startsAt && each.status !== 'removed')
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
  return found && toMailConsultation(found)
}

const subjects: Readonly<Record<PracticeNoticeKind, string>> = {
  payment: 'Pago recibido',
  request: 'Petición de cita',
  choice: 'Hora elegida',
  'none-fits': 'No le viene bien ninguna hora',
  move: 'Cita cambiada',
  cancellation: 'Cita cancelada',
  'price-declined': 'No acepta el precio',
  refund: 'Devolución pedida',
  'refund-failed': 'Devolución rechazada por el banco',
  withdrawal: 'Desistimiento recibido',
  questionnaire: 'Cuestionario enviado',
}

const MAX_NAMED = 50

const closing = 'Puedes elegir en Novedades si quieres estos avisos al momento, en un resumen diario o nunca.'

const sentenceOf = ({ kind, name = practiceNoticeStranger, startsAt, amountCents }: PracticeNoticeInMail): string =>
  `${name} ${describePracticeNotice(kind, { startsAt: startsAt ?? null, amountCents: amountCents ?? null })}.`

/** Of money, what the sentence says is the sum; of an hour, its price. */
function composeFacts(
  notice: PracticeNoticeInMail,
  consultation: ConsultationInMail | undefined,
): Pick<ComposedEmail, 'appointment' | 'facts'> {
  const { kind, name, startsAt, amountCents } = notice
  const client = name === undefined ? undefined : (['Cliente', name] as const)
  if (startsAt) {
    const hour = consultation ?? { startsAt, isPaid: kind === 'payment', priceCents: amountCents }
    return composeConsultationBlock(hour, {
      // The paragraph says it.
      sentence: '',
      withWhom: client ?? ['Cliente', practiceNoticeStranger],
      ...(kind === 'cancellation' && { ended: 'Cancelada' }),
    })
  }
  const sum = amountCents === undefined ? [] : [['Importe', formatCents(amountCents)] as const]
  return { facts: [...(client ? [client] : []), ...sum] }
}

function composePracticeNoticeEmail(
  notice: PracticeNoticeInMail,
  consultation: ConsultationInMail | undefined,
  siteUrl: string,
): ComposedEmail {
  const { kind, customerId } = notice
  return {
    subject: subjects[kind],
    greeting: 'Hola:',
    ...composeFacts(notice, consultation),
    paragraphs: [sentenceOf(notice)],
    action:
      kind !== 'withdrawal'
        ? { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}` }
        : { label: 'Ver las novedades', url: `${siteUrl}/admin/novedades` },
    closing,
  }
}

const composePracticeDigestEmail = (notices: readonly PracticeNoticeInMail[], siteUrl: string): ComposedEmail => ({
  subject: notices.length === 1 ? 'Una novedad en tu consulta' : `${notices.length} novedades en tu consulta`,
  greeting: 'Hola:',
  paragraphs: [
    'Desde el último resumen:',
    ...notices.slice(0, MAX_NAMED).map(sentenceOf),
    ...(notices.length > MAX_NAMED ? [`Y ${notices.length - MAX_NAMED} más, que verás en el panel.`] : []),
  ],
  action: { label: 'Ver las novedades', url: `${siteUrl}/admin/novedades` },
  closing,
})
