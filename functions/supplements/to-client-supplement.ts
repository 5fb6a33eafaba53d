import type { EntityItem } from 'electrodb'
import { type Dosing, times, uniqueTimes } from '#contract/dosing'
import { dosageText, frequencyText, instructionsText } from '#contract/supplement-text'
import { ClientSupplement } from '#contract/client-supplement'
import { Template } from '#contract/supplement-catalogue'
import type { Entities } from '#data/entities'
import { toReply } from '#data/record'

export type StoredSupplement = EntityItem<Entities['clientSupplements']>

/** Validated by the contract when written; older ones may name one dose twice. */
export const timesOf = ({ frequency, times: stored }: StoredTimes): Dosing['times'] =>
  uniqueTimes({ frequency, times: times.filter((time) => stored.includes(time)) })

interface StoredTimes extends Pick<Dosing, 'frequency'> {
  readonly times: readonly string[]
}

/** 'Finalizar' can be undone on the same day only: later, days without a dose would become days with one. */
export const canReopen = ({ beforeFinish, endDate }: StoredSupplement, today: string): boolean =>
  beforeFinish !== undefined && endDate === today

export function toClientSupplement(stored: StoredSupplement, today: string): ClientSupplement {
  const course = { ...stored, times: timesOf(stored) }
  return toReply(ClientSupplement, {
    ...course,
    canReopen: canReopen(stored, today),
    dosage: dosageText(course),
    frequencyText: frequencyText(course),
    instructionsText: instructionsText({ ...course, instructions: stored.instructions ?? null }),
  })
}

export const toTemplate = (stored: EntityItem<Entities['supplementTemplates']>): Template =>
  toReply(Template, { ...stored, times: timesOf(stored) })
