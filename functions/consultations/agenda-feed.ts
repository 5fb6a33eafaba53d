import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { EntityItem } from 'electrodb'
import type { consultations } from '#contract/consultations-domain'
import { agendaFeedItemKey } from '#data/agenda-feed'
import { findConsultationsBetween } from '#data/consultation-queries'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { withCustomers } from './lists.ts'
import type { ConsultationServices } from './services.ts'
import { applyConsultationRequestLapse } from './to-consultation.ts'

type StoredFeed = EntityItem<TableEntities['agendaFeeds']>

const LOOK_BACK_DAYS = 30

const hash = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Compared when no feed exists, so that a revoked secret takes as long as a wrong one. */
const NO_HASH = '0'.repeat(64)

export const readAgendaFeed: EndpointAction<typeof consultations.readFeed, ConsultationServices> = async (
  { query: { secret = '' } },
  services,
) => {
  const { data, now, siteUrl } = services
  const { data: feed } = await data.agendaFeeds.get(agendaFeedItemKey).go({ consistent: true })
  const isRight = timingSafeEqual(hash(secret), Buffer.from(feed?.secretHash ?? NO_HASH, 'hex'))
  if (!feed || !isRight || !(await isOfAdministrator(feed, data))) return throwRefusal('not-found')
  const from = new Date(now().getTime() - LOOK_BACK_DAYS * 86_400_000).toISOString()
  const found = await findConsultationsBetween(data, { from, to: HIGHEST_SORT_KEY })
  const taken = found.filter((each) => applyConsultationRequestLapse(each, now()).status !== 'cancelled')
  const { formatAgendaCalendar } = await import('./public/agenda-calendar.ts')
  return formatAgendaCalendar(await withCustomers(taken, services), { now: now(), siteUrl })
}

/** A former administrator still has the address. */
async function isOfAdministrator({ createdBy }: StoredFeed, { users }: Database): Promise<boolean> {
  const { data: maker } = await users.get({ userId: createdBy }).go({ consistent: true })
  return maker?.role === 'administrador' && maker.status === 'active'
}

export const readAgendaFeedState: EndpointAction<typeof consultations.readFeedState, ConsultationServices> = async (
  _,
  { data },
) => {
  const { data: feed } = await data.agendaFeeds.get(agendaFeedItemKey).go({ consistent: true })
  return { createdAt: feed && (await isOfAdministrator(feed, data)) ? feed.createdAt : null }
}

export const createAgendaFeed: EndpointAction<typeof consultations.createFeed, ConsultationServices> = async (
  { actor, apiUrl },
  services,
) => {
  if (!apiUrl) throw new Error('the address of the API is not known')
  const secret = randomBytes(32).toString('base64url')
  const createdAt = services.now().toISOString()
  const feed = { secretHash: hash(secret).toString('hex'), createdAt, createdBy: actor.userId }
  const outcome = await services.data.transact((entities) => ({
    feed: entities.agendaFeeds.put({ ...agendaFeedItemKey, ...feed }).commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'AGENDA_FEED_CREATED', by: actor.userId, subjectId: 'agenda-feed', caller: actor },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { url: `${apiUrl}/agenda/feed?secret=${secret}`, createdAt }
}

export const revokeAgendaFeed: EndpointAction<typeof consultations.revokeFeed, ConsultationServices> = async (
  { actor },
  services,
) => {
  await services.data.transact((entities) => ({
    feed: entities.agendaFeeds
      .delete(agendaFeedItemKey)
      .where(({ createdAt }, { exists }) => exists(createdAt))
      .commit(),
    audit: appendAuditEntry(
      entities,
      { action: 'AGENDA_FEED_REVOKED', by: actor.userId, subjectId: 'agenda-feed', caller: actor },
      services,
    ),
  }))
  return { revoked: true }
}
