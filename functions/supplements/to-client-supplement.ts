import type { EntityItem } from 'electrodb'
import { formatDosage, formatDoseFrequency, formatDosingInstructions } from '#contract/dosing-text'
import { ClientSupplement, findPackRunOutDay } from '#contract/client-supplement'
import { SupplementTemplate } from '#contract/supplement-catalogue'
import type { TableEntities } from '#data/entities'
import { toReply } from '#data/stored-record'
import { toCountedFrom } from './public/dose-counts.ts'
import { toDoseTimes } from './public/dose-times.ts'

export type StoredClientSupplement = EntityItem<TableEntities['clientSupplements']>

/** 'Finalizar' can be undone on the same day only: later, days without a dose would become days with one. */
export const canReopenSupplement = ({ beforeFinish, endDate }: StoredClientSupplement, today: string): boolean =>
  beforeFinish !== undefined && endDate === today

export const findStoredPackRunOutDay = (stored: StoredClientSupplement): string | undefined =>
  findPackRunOutDay({
    ...stored,
    times: toDoseTimes(stored),
    endDate: stored.endDate ?? null,
    packDoses: stored.packDoses ?? null,
  })

export function toClientSupplement(stored: StoredClientSupplement, today: string): ClientSupplement {
  const { packOrderedOn, packOrderedFor, ...others } = stored
  // A mark for an earlier pack does not apply to the present one.
  const isPackOrdered = packOrderedFor !== undefined && packOrderedFor === findStoredPackRunOutDay(stored)
  const course = { ...others, ...(isPackOrdered && packOrderedOn && { packOrderedOn }), times: toDoseTimes(stored) }
  return toReply(ClientSupplement, {
    ...course,
    canReopen: canReopenSupplement(stored, today),
    countedFrom: toCountedFrom(stored),
    dosage: formatDosage(course),
    frequencyText: formatDoseFrequency(course),
    instructionsText: formatDosingInstructions({ ...course, instructions: stored.instructions ?? null }),
  })
}

export const toSupplementTemplate = (stored: EntityItem<TableEntities['supplementTemplates']>): SupplementTemplate =>
  toReply(SupplementTemplate, { ...stored, times: toDoseTimes(stored) })
