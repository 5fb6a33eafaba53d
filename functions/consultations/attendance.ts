import type { consultations } from '#contract/consultations-domain'
import type { StoredConsultation } from '#data/consultation-queries'
import { appendAuditEntry } from '#platform/audit'
import { requireOneTimeLink } from '#platform/one-time-link'
import { consumeNetworkRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { ActionCall, EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { createConsentWrites, readEarlyStartOfHour } from './early-start.ts'
import { parseAttendanceCause } from './public/attendance-link.ts'
import { hasConfirmedAttendance } from './to-consultation.ts'

const LINKS_BY_CALLER = { name: 'attendance-links', tries: 30, minutes: 60 } as const

export const readAttendance: EndpointAction<typeof consultations.readAttendance> = async (call, services) => {
  const { stored } = await requireLinkedConsultation(call, services)
  return toAttendance(stored, services)
}

/** Does not increment the version, so that it conflicts with no edit by the practice. */
export const confirmAttendance: EndpointAction<typeof consultations.confirmAttendance> = async (call, services) => {
  const { stored, link } = await requireLinkedConsultation(call, services)
  const { customerId, consultationId, startsAt } = stored
  if (hasConfirmedAttendance(stored)) return toAttendance(stored, services)
  const at = services.now().toISOString()
  const isEarly = (await readEarlyStartOfHour(stored, services)) !== null
  const given = { orderId: stored.orderId, consents: isEarly ? call.body.consents : undefined, at }
  const { written } = await services.data.transact((entities) => ({
    consultation: entities.consultations
      .patch({ customerId, consultationId })
      .set({ attendanceConfirmedFor: startsAt, attendanceConfirmedAt: at })
      .where(
        (present, { eq, ne }) =>
          `${eq(present.startsAt, startsAt)} AND ${eq(present.status, 'scheduled')} AND ${ne(present.attendanceConfirmedFor, startsAt)}`,
      )
      .commit(),
    order: createConsentWrites(entities, given),
    audit: appendAuditEntry(
      entities,
      {
        action: 'ATTENDANCE_CONFIRMED',
        by: link.userId.startsWith('usr_') ? link.userId : 'visitor',
        subjectId: customerId,
        caller: call.actor,
        details: { consultationId, startsAt },
      },
      services,
    ),
  }))
  if (!written) return toAttendance((await requireLinkedConsultation(call, services)).stored, services)
  return { ...(await toAttendance(stored, services)), confirmed: true }
}

const toAttendance = async (stored: StoredConsultation, services: ActionServices) => {
  const { startsAt, durationMinutes } = stored
  const earlyStartUntil = await readEarlyStartOfHour(stored, services)
  return { startsAt, durationMinutes, confirmed: hasConfirmedAttendance(stored), earlyStartUntil }
}

async function requireLinkedConsultation(
  { actor, body: { token } }: ActionCall<typeof consultations.readAttendance>,
  services: ActionServices,
) {
  const { data, now, wallClock } = services
  await consumeNetworkRateLimit(data, LINKS_BY_CALLER, actor.address, wallClock())
  const link = await requireOneTimeLink(token, 'attendance', services)
  const { customerId, consultationId, startsAt } = parseAttendanceCause(link.cause)
  const { data: stored } = await data.consultations.get({ customerId, consultationId }).go({ consistent: true })
  const isToCome = stored?.status === 'scheduled' && stored.startsAt === startsAt && startsAt > now().toISOString()
  return isToCome ? { stored, link } : throwRefusal('consultation-closed')
}
