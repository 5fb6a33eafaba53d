import { createHash } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import {
  type ClientNotificationTemplateData,
  type NoticeToQueue,
  queueClientNotice,
  toClientNoticeContent,
  toConsultationNotice,
} from './client-notice.ts'

type Consultation = EntityItem<TableEntities['consultations']>
type PendingNotice = NonNullable<Consultation['pendingNotice']>

/** When none of these differs, a newly proposed price is told as `consultation_priced`. */
const appointmentFields = ['startsAt', 'durationMinutes', 'type', 'status', 'toConfirm', 'priceCents'] as const
/** A change increments the calendar sequence, which outdates earlier mails. */
const announcedFields = [...appointmentFields, 'proposedPriceCents'] as const

type AnnouncedConsultation = Pick<Consultation, (typeof announcedFields)[number] | 'lapsed'>

const WAIT_MS = 10 * 60_000

const AT_ONCE_MS = 6 * 3_600_000

export const holdsTime = (status: Consultation['status']): boolean => status !== 'cancelled' && status !== 'removed'

export const needsClientNotice = (before: AnnouncedConsultation, after: AnnouncedConsultation): boolean =>
  announcedFields.some((name) => before[name] !== after[name])

export const asksForPrice = (before: AnnouncedConsultation, after: AnnouncedConsultation): boolean =>
  holdsTime(after.status) &&
  after.proposedPriceCents !== undefined &&
  after.proposedPriceCents !== before.proposedPriceCents

interface ConsultationNotice {
  readonly customer: NoticeToQueue['customer']
  readonly before?: Consultation
  readonly after: Consultation
  readonly by: string
  readonly isAtOnce: boolean
  readonly isToldWithNext?: boolean
  readonly isPendingSent?: boolean
  /** No news for the client: only withdraws an outdated delayed mail. */
  readonly isForRecords?: boolean
}

interface NoticePlan {
  readonly pendingNotice: PendingNotice | undefined
  /** Conditional: fails when the delayed mail is being sent. */
  readonly replaceWaiting: (entities: TransactionEntities) => TransactionWrites
  readonly queue: (entities: TransactionEntities) => TransactionWrites
}

/**
 * Changes by one person within ten minutes are one mail with the final state, or none when the client knows it already.
 * Another person's change is another mail.
 */
export function planConsultationNotice(
  planned: ConsultationNotice,
  services: { now: () => Date; newId: (prefix: string) => string },
): NoticePlan {
  const { customer, before, by } = planned
  const now = services.now()
  const waiting = findWaiting(planned, now)
  const goesAtOnce = isDueAtOnce(planned, now)
  const joined = waiting && (isOf(waiting, by) || goesAtOnce) ? waiting : undefined
  const told = joined ? (joined.told as AnnouncedConsultation | undefined) : before
  const notice = findNotice(planned, told)
  if (!notice)
    return { ...nothing, replaceWaiting: (entities) => joined && withdrawPendingNotice(entities, joined, now) }
  if (joined && !goesAtOnce)
    return {
      ...nothing,
      pendingNotice: joined,
      replaceWaiting: (entities) => rewrite(entities, joined, toClientNoticeContent({ customer, notice })),
    }
  const mailId = services.newId('mai')
  const dueAt = goesAtOnce ? undefined : new Date(now.getTime() + WAIT_MS).toISOString()
  return {
    pendingNotice: dueAt
      ? { mailId, dueAt, byHash: hashOf(mailId, by), ...(told && { told: toAnnouncedConsultation(told) }) }
      : undefined,
    replaceWaiting: (entities) =>
      joined
        ? withdrawPendingNotice(entities, joined, now)
        : before && waiting && letStand(entities, { customer, before, waiting }),
    queue: (entities) => queueClientNotice(entities, { customer, notice, mailId, dueAt }, services),
  }
}

function findNotice({ after, isForRecords = false }: ConsultationNotice, told: AnnouncedConsultation | undefined) {
  const type = isForRecords ? undefined : findNoticeType(told, after)
  return type && toConsultationNotice(type, after)
}

const nothing: NoticePlan = { pendingNotice: undefined, replaceWaiting: () => undefined, queue: () => undefined }

function findWaiting({ before, isPendingSent }: ConsultationNotice, now: Date): PendingNotice | undefined {
  const pending = before?.pendingNotice
  return pending && !isPendingSent && pending.dueAt > now.toISOString() ? pending : undefined
}

const hashOf = (mailId: string, by: string): string =>
  createHash('sha256').update(`${mailId} ${by}`).digest('base64url')

const isOf = ({ mailId, byHash }: PendingNotice, by: string): boolean => byHash === hashOf(mailId, by)

const isDueAtOnce = ({ isAtOnce, isToldWithNext, before, after }: ConsultationNotice, now: Date): boolean =>
  !isToldWithNext &&
  // Nobody waits for a mail about an absence, and it may be undone.
  after.status !== 'no_show' &&
  (isAtOnce || [before, after].some((each) => each && Date.parse(each.startsAt) - now.getTime() < AT_ONCE_MS))

function letStand(
  entities: TransactionEntities,
  { customer, before, waiting }: Required<Pick<ConsultationNotice, 'customer' | 'before'>> & { waiting: PendingNotice },
) {
  const type = findNoticeType(waiting.told as AnnouncedConsultation | undefined, before)
  const notice = type && { ...toConsultationNotice(type, before), stands: true }
  return notice && rewrite(entities, waiting, toClientNoticeContent({ customer, notice }))
}

const rewrite = (
  entities: TransactionEntities,
  { mailId }: PendingNotice,
  content: ReturnType<typeof toClientNoticeContent>,
) =>
  entities.mails
    .patch({ mailId })
    .set({ content })
    .where(({ status, attempts }, { eq }) => `${eq(status, 'queued')} AND ${eq(attempts, 0)}`)
    .commit()

export async function findNoticeToJoin(
  { pendingNotice }: Consultation,
  by: string,
  data: Database,
): Promise<PendingNotice | undefined> {
  if (!pendingNotice || !isOf(pendingNotice, by)) return undefined
  return (await isMailUntouched(pendingNotice, data)) ? pendingNotice : undefined
}

export async function isMailUntouched({ mailId }: PendingNotice, data: Database): Promise<boolean> {
  const { data: mail } = await data.mails.get({ mailId }).go({ consistent: true })
  return mail?.status === 'queued' && mail.attempts === 0
}

export const withdrawPendingNotice = (entities: TransactionEntities, { mailId }: PendingNotice, now: Date) =>
  entities.mails
    .patch({ mailId })
    .set({ status: 'skipped', nextAttemptAt: now.toISOString() })
    .where(({ status, attempts }, { eq }) => `${eq(status, 'queued')} AND ${eq(attempts, 0)}`)
    .commit()

const toAnnouncedConsultation = (consultation: AnnouncedConsultation) =>
  Object.fromEntries(
    announcedFields.flatMap((name) => (consultation[name] === undefined ? [] : [[name, consultation[name]]])),
  )

function findNoticeType(
  told: AnnouncedConsultation | undefined,
  after: Consultation,
): ClientNotificationTemplateData['type'] | undefined {
  if (!told) return after.status === 'scheduled' ? 'consultation_scheduled' : undefined
  if (!needsClientNotice(told, after)) return undefined
  if (after.lapsed && !told.lapsed) return 'consultation_lapsed'
  if (!holdsTime(after.status)) return holdsTime(told.status) ? 'consultation_cancelled' : undefined
  if (asksForPrice(told, after) && appointmentFields.every((name) => told[name] === after[name]))
    return 'consultation_priced'
  return after.status === 'no_show' ? findAbsenceNotice(told) : findAppointmentNotice(told, after)
}

const findAbsenceNotice = (told: AnnouncedConsultation) =>
  told.status === 'no_show' ? undefined : 'consultation_missed'

function findAppointmentNotice(
  told: AnnouncedConsultation,
  after: AnnouncedConsultation,
): ClientNotificationTemplateData['type'] | undefined {
  if (after.status !== 'scheduled') return undefined
  const isAgreedNow = !holdsTime(told.status) || (told.toConfirm && !after.toConfirm)
  return isAgreedNow ? 'consultation_scheduled' : 'consultation_changed'
}
