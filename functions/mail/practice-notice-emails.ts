import { formatCents } from '#contract/money'
import { describePracticeNotice, type PracticeNoticeKind, practiceNoticeStranger } from '#contract/practice-notices'
import type { Database } from '#data/database'
import {
  computePresentToConfirm,
  findConsultationsOfNotices,
  isConsultationToConfirm,
} from '#data/practice-notice-queries'
import { toMailConsultation } from '../notifications/public/client-notice.ts'
import {
  findPracticeNoticesOfMail,
  isMailedAlways,
  type PracticeNoticeInMail,
  type PracticeNoticeMail,
} from './practice-notices-of-mail.ts'
import { composeConsultationBlock, type ConsultationInMail } from './consultation-block.ts'
import { formatEmailMoment } from './public/appointment-block.ts'
import type { ComposedEmail, DigestEntry } from './public/composed-email.ts'

export interface NoticeWithConsultation {
  readonly notice: PracticeNoticeInMail
  readonly consultation: (ConsultationInMail & { readonly isCancelled?: boolean }) | undefined
  /** Whether the practice still has to answer a request or a move. */
  readonly isToConfirm: boolean
}

export async function composePracticeEmail(
  content: PracticeNoticeMail,
  { data, siteUrl }: { readonly data: Database; readonly siteUrl: string },
): Promise<ComposedEmail> {
  const notices = await findPracticeNoticesOfMail(content, data)
  return composePracticeNoticesEmail(content.kind, { notices: await withConsultations(notices, data), siteUrl })
}

async function withConsultations(
  notices: readonly PracticeNoticeInMail[],
  data: Database,
): Promise<readonly NoticeWithConsultation[]> {
  const findConsultation = await findConsultationsOfNotices(notices.slice(0, MAX_NAMED), data)
  return notices.map((notice) => {
    const stored = findConsultation(notice)
    return {
      notice,
      consultation: stored && { ...toMailConsultation(stored), isCancelled: stored.status === 'cancelled' },
      isToConfirm: isConsultationToConfirm(stored),
    }
  })
}

interface PracticeNoticesEmailContent {
  readonly notices: readonly NoticeWithConsultation[]
  readonly siteUrl: string
}

export function composePracticeNoticesEmail(
  kind: PracticeNoticeMail['kind'],
  { notices, siteUrl }: PracticeNoticesEmailContent,
): ComposedEmail {
  const [first] = notices
  if (!first) throw new Error('there is no notice to tell')
  return kind === 'practice-digest'
    ? composePracticeDigestEmail({ notices, siteUrl })
    : composePracticeNoticeEmail(first, siteUrl)
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
  'refund-failed': 'Devolución rechazada',
  'dispute-opened': 'Pago reclamado al banco',
  'dispute-won': 'Reclamación al banco cerrada: conservas el pago',
  'dispute-lost': 'Pago devuelto por el banco',
  withdrawal: 'Desistimiento recibido',
  questionnaire: 'Cuestionario enviado',
  message: 'Mensaje recibido',
}

const subjectOf = ({ kind, isRefunded }: PracticeNoticeInMail): string =>
  kind === 'dispute-won' && isRefunded ? 'Reclamación al banco cerrada: el pago se devuelve' : subjects[kind]

/** Gmail clips a mail of more than 102 kB. */
const MAX_NAMED = 40

const PREHEADER_LENGTH = 140

const closing = 'Puedes elegir en Novedades si quieres estos avisos al momento, en un resumen diario o nunca.'

const closingAlways = 'Estos avisos llegan siempre y al momento'

const closingOf = ({ kind, answerBy }: PracticeNoticeInMail): string => {
  if (!isMailedAlways(kind)) return closing
  return answerBy === undefined ? `${closingAlways}.` : `${closingAlways}: el banco no espera a quien responde tarde.`
}

const sentenceOf = (content: NoticeWithConsultation): string => {
  const { kind, name = practiceNoticeStranger, ...facts } = content.notice
  const { startsAt = null, amountCents = null, answerBy = null, isRefunded = false } = facts
  const toConfirm = computePresentToConfirm(content.notice, content.isToConfirm)
  return `${name} ${describePracticeNotice(kind, { startsAt, amountCents, toConfirm, answerBy, isRefunded })}.`
}

const hourOf = ({
  notice: { kind, startsAt = '', amountCents },
  consultation,
}: NoticeWithConsultation): ConsultationInMail => ({
  ...(consultation ?? {
    startsAt,
    isPaid: kind === 'payment',
    priceCents: kind === 'payment' ? amountCents : undefined,
  }),
  ...(kind === 'price-declined' && amountCents !== undefined && { declinedPriceCents: amountCents }),
})

const endedOf = ({ notice: { kind }, consultation }: NoticeWithConsultation): string | undefined =>
  kind === 'cancellation' || consultation?.isCancelled ? 'Cancelada' : undefined

function composeFacts(content: NoticeWithConsultation): Pick<ComposedEmail, 'appointment' | 'facts'> {
  const { name, startsAt, amountCents, kind, answerBy } = content.notice
  const client = name === undefined ? undefined : (['Cliente', name] as const)
  const sum = amountCents === undefined ? [] : [['Importe', formatCents(amountCents)] as const]
  const term = answerBy === undefined ? [] : [['Responder antes del', formatEmailMoment(answerBy)] as const]
  if (!startsAt) return { facts: [...(client ? [client] : []), ...sum, ...term] }
  const ended = endedOf(content)
  return composeConsultationBlock(hourOf(content), {
    sentence: '',
    withWhom: client ?? ['Cliente', practiceNoticeStranger],
    ...(ended && { ended }),
    ...(isOfRefund(kind) && { moreFacts: sum }),
  })
}

const isOfRefund = (kind: PracticeNoticeKind): boolean => kind === 'refund' || kind === 'refund-failed'

const toLink = ({ kind, customerId }: PracticeNoticeInMail, siteUrl: string) =>
  kind !== 'withdrawal'
    ? { label: 'Abrir su ficha', url: `${siteUrl}/client/${customerId}${isMailedAlways(kind) ? '?tab=payments' : ''}` }
    : { label: 'Ver las novedades', url: `${siteUrl}/admin/novedades` }

const composePracticeNoticeEmail = (content: NoticeWithConsultation, siteUrl: string): ComposedEmail => ({
  subject: subjectOf(content.notice),
  greeting: 'Hola:',
  ...composeFacts(content),
  paragraphs: [sentenceOf(content)],
  action: toLink(content.notice, siteUrl),
  closing: closingOf(content.notice),
})

function composeEntry(content: NoticeWithConsultation, siteUrl: string): DigestEntry {
  const { notice } = content
  const link = toLink(notice, siteUrl)
  if (!notice.startsAt) return { sentence: sentenceOf(content), details: [], link }
  const ended = endedOf(content)
  const { appointment, facts } = composeConsultationBlock(hourOf(content), {
    sentence: '',
    withWhom: false,
    ...(ended && { ended }),
  })
  return { sentence: sentenceOf(content), appointment, details: facts.map(([, text]) => text), link }
}

function composePracticeDigestEmail({ notices, siteUrl }: PracticeNoticesEmailContent): ComposedEmail {
  const entries = notices.slice(0, MAX_NAMED).map((each) => composeEntry(each, siteUrl))
  const count = notices.length
  const subject = count === 1 ? 'Una novedad en tu consulta' : `${count} novedades en tu consulta`
  return {
    subject,
    preheader: notices
      .map((each) => sentenceOf(each))
      .join(' ')
      .slice(0, PREHEADER_LENGTH),
    greeting: 'Hola:',
    paragraphs: ['Esto es lo que ha pasado desde el último resumen.'],
    entries,
    ...(count > MAX_NAMED && { afterChoices: [`Y ${count - MAX_NAMED} más, que verás en el panel.`] }),
    action: { label: 'Ver las novedades', url: `${siteUrl}/admin/novedades` },
    closing,
  }
}
