import { describePracticeNotice, type PracticeNoticeKind, practiceNoticeStranger } from '#contract/practice-notices'
import type { Database } from '#data/database'
import type { MailTemplateData } from '#data/mail'
import { findPracticeNoticesBetween } from '#data/practice-notice-queries'
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
    : composePracticeNoticeEmail(first, siteUrl)
}

/** A notice with what a mail may say of its client: the name. */
export interface PracticeNoticeInMail {
  readonly kind: PracticeNoticeKind
  readonly name: string | undefined
  readonly customerId: string
  readonly startsAt: string | undefined
  readonly amountCents: number | undefined
}

export type PracticeNoticeMail = Extract<MailTemplateData, { kind: 'practice-notice' | 'practice-digest' }>

/** Oldest first. */
export async function findPracticeNoticesOfMail(
  content: PracticeNoticeMail,
  data: Database,
): Promise<readonly PracticeNoticeInMail[]> {
  const notices =
    content.kind === 'practice-digest'
      ? await findPracticeNoticesBetween(data, content)
      : [(await data.practiceNotices.get({ noticeId: content.noticeId }).go()).data].filter((found) => found !== null)
  const ids = [...new Set(notices.map(({ customerId }) => customerId))]
  const { data: customers } =
    ids.length > 0 ? await data.customers.get(ids.map((customerId) => ({ customerId }))).go() : { data: [] }
  return notices.map(({ kind, customerId, startsAt, amountCents }) => ({
    kind,
    customerId,
    startsAt,
    amountCents,
    name: customers.find((each) => each.customerId === customerId)?.name,
  }))
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
}

const MAX_NAMED = 50

const closing = 'Puedes elegir en Novedades si quieres estos avisos al momento, en un resumen diario o nunca.'

const sentenceOf = ({ kind, name = practiceNoticeStranger, startsAt, amountCents }: PracticeNoticeInMail): string =>
  `${name} ${describePracticeNotice(kind, { startsAt: startsAt ?? null, amountCents: amountCents ?? null })}.`

function composePracticeNoticeEmail(notice: PracticeNoticeInMail, siteUrl: string): ComposedEmail {
  const { kind, customerId, startsAt } = notice
  const isAgreed = kind !== 'cancellation' && kind !== 'refund'
  return {
    subject: subjects[kind],
    greeting: 'Hola:',
    ...(startsAt && isAgreed && { appointment: { startsAt, sentence: '' } }),
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
