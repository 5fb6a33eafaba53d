import type { EntityItem } from 'electrodb'
import { type Dosing, times, uniqueTimes } from '#contract/dosing'
import { dosageText, frequencyText, instructionsText } from '#contract/supplement-text'
import type { ClientSupplement } from '#contract/client-supplement'
import type { Template } from '#contract/supplement-catalogue'
import type { Entities } from '#data/entities'

export type StoredSupplement = EntityItem<Entities['clientSupplements']>

const dosingOf = (stored: StoredSupplement | EntityItem<Entities['supplementTemplates']>) => ({
  amount: stored.amount,
  unit: stored.unit,
  frequency: stored.frequency,
  times: timesOf(stored),
  foodRelation: stored.foodRelation,
  pattern: stored.pattern,
  instructions: stored.instructions ?? null,
})

/** Written by this product alone, after the contract has looked at them; what is older may name one dose twice. */
export const timesOf = ({ frequency, times: stored }: StoredTimes): Dosing['times'] =>
  uniqueTimes({ frequency, times: times.filter((time) => stored.includes(time)) })

interface StoredTimes extends Pick<Dosing, 'frequency'> {
  readonly times: readonly string[]
}

/** 'Finalizar' can be taken back on the day of it: later, days without a dose would have become days with one. */
export const canReopen = ({ beforeFinish, endDate }: StoredSupplement, today: string): boolean =>
  beforeFinish !== undefined && endDate === today

export function toClientSupplement(stored: StoredSupplement, today: string): ClientSupplement {
  const dosing = dosingOf(stored)
  return {
    ...dosing,
    clientSupplementId: stored.clientSupplementId,
    supplementId: stored.supplementId,
    name: stored.name,
    duration: stored.duration ?? null,
    startDate: stored.startDate,
    endDate: stored.endDate ?? null,
    packDoses: stored.packDoses ?? null,
    status: stored.status,
    groupId: stored.groupId ?? null,
    canReopen: canReopen(stored, today),
    createdAt: stored.createdAt,
    version: stored.version,
    dosage: dosageText(dosing),
    frequencyText: frequencyText(dosing),
    instructionsText: instructionsText({ ...dosing, name: stored.name }),
  }
}

export const toTemplate = (stored: EntityItem<Entities['supplementTemplates']>): Template => ({
  ...dosingOf(stored),
  templateId: stored.templateId,
  name: stored.name,
})
