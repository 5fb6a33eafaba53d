import type { OpeningHoursOverview } from '#contract/opening-hours-endpoints'
import type { consultations } from '#contract/consultations-domain'
import { toPracticeDay } from '#contract/calendar-days'
import { getObjectKeys } from '#contract/record-fields'
import { OpeningHours } from '#contract/opening-hours'
import { findBookedConsultations } from '#data/consultation-queries'
import { openingHoursItemKey } from '#data/opening-hours'
import { readStoredOpeningHours } from '#data/opening-hours-queries'
import { createUnchangedCondition } from '#data/unchanged-condition'
import { HIGHEST_SORT_KEY } from '#data/pagination'
import { appendAuditEntry } from '#platform/audit'
import { requireCurrentVersion, requireTransactionWritten } from '#platform/conflict'
import { RefusalError } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { withCustomers } from './lists.ts'

export const readOpeningHours: EndpointAction<typeof consultations.readOpeningHours> = (_, services) =>
  presentOpeningHours(services)

export const changeOpeningHours: EndpointAction<typeof consultations.changeOpeningHours> = async (
  { actor, body },
  services,
) => {
  const { data, now } = services
  const { version, ...hours } = body
  requireDatesToCome(hours, toPracticeDay(now()))
  const { hours: before, version: storedVersion } = await readStoredOpeningHours(data, now())
  const fields = getObjectKeys(OpeningHours.shape).filter((field) => !isSame(before[field], hours[field]))
  if (storedVersion === version + 1 && fields.length === 0) return presentOpeningHours(services)
  requireCurrentVersion({ version: storedVersion }, version)
  if (fields.length === 0) return presentOpeningHours(services)

  const next = { hours, version: version + 1, changedAt: now().toISOString(), changedBy: actor.userId }
  const outcome = await data.transact((entities) => ({
    openingHours: entities.openingHours
      .upsert({ ...openingHoursItemKey, ...next })
      .where(({ version: stored }, operations) => createUnchangedCondition(stored, version, operations))
      .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'OPENING_HOURS_CHANGED',
        by: actor.userId,
        subjectId: 'opening-hours',
        details: { fields, old_data: pickForAudit(before, fields), new_data: pickForAudit(hours, fields) },
        caller: actor,
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return presentOpeningHours(services)
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Without the room: anybody who knows its address can enter. Without the typed reasons of closures, which may name
 * somebody whom an erasure could not find there. `fields` tells that they were changed.
 */
const pickForAudit = ({ closures, ...hours }: OpeningHours, fields: readonly (keyof OpeningHours)[]) => {
  const logged = { ...hours, closures: closures.map(({ from, to }) => ({ from, to })) }
  return Object.fromEntries(fields.filter((field) => field !== 'roomUrl').map((field) => [field, logged[field]]))
}

/** Here, because the contract has no clock. */
function requireDatesToCome({ closures, extraOpenings }: OpeningHours, today: string): void {
  const text = ['Esa fecha ya ha pasado']
  const problems = {
    ...(closures.some(({ to }) => to < today) && { closures: text }),
    ...(extraOpenings.some(({ day }) => day < today) && { extraOpenings: text }),
  }
  if (Object.keys(problems).length > 0) throw new RefusalError('invalid-input', { problems })
}

async function presentOpeningHours(services: ActionServices): Promise<OpeningHoursOverview> {
  const { data, now } = services
  const [{ hours, version }, booked] = await Promise.all([
    readStoredOpeningHours(data, now()),
    findBookedConsultations(data, { from: now().toISOString(), to: HIGHEST_SORT_KEY }, now()),
  ])
  return { openingHours: hours, version, items: await withCustomers(booked, services) }
}
