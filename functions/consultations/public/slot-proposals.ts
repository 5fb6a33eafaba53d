import type { EntityItem } from 'electrodb'
import { chooseSlotProposals, PROPOSED_SLOTS } from '#contract/choose-slot-proposals'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { queueMail } from '#platform/outbox'
import { findNextFreeSlots } from './find-free-slots.ts'

export type StoredSlotProposal = EntityItem<TableEntities['slotProposals']>

export interface SlotProposalServices {
  readonly data: Database
  readonly now: () => Date
  readonly wallClock: () => Date
  readonly newId: (prefix: string) => string
  readonly practiceMail: string
}

export const PROPOSED_TYPE = 'primera_consulta'

/** Beyond the practice's notice: a mail is read the next day, and its hours should still be free then. */
const READING_HOURS = 24

export async function chooseProposals(
  { orderId, offered }: { readonly orderId: string; readonly offered: readonly string[] },
  services: Pick<SlotProposalServices, 'data' | 'now' | 'wallClock'>,
): Promise<readonly string[]> {
  const { slots, noticeHours } = await findNextFreeSlots(PROPOSED_TYPE, services)
  const earliest = new Date(services.now().getTime() + (noticeHours + READING_HOURS) * 3_600_000).toISOString()
  const later = slots.filter((slot) => slot >= earliest && !offered.includes(slot))
  return chooseSlotProposals({ free: later.length >= PROPOSED_SLOTS ? later : slots, offered, seed: orderId })
}

interface OrderWithoutHour {
  readonly customer: { readonly customerId: string }
  readonly orderId: string
}

/** The receipt's mail reads them when sent; when none is free, the practice is notified. Nothing is reserved. */
export async function prepareSlotProposals(
  { customer: { customerId }, orderId }: OrderWithoutHour,
  services: SlotProposalServices,
): Promise<(entities: TransactionEntities) => TransactionWrites> {
  const slots = [...(await chooseProposals({ orderId, offered: [] }, services))]
  const state = slots.length > 0 ? 'sent' : 'none-free'
  const sentAt = services.now().toISOString()
  return (entities) => [
    entities.slotProposals
      .put({ orderId, customerId, state, round: 1, slots, offered: [], sentAt, version: 1 })
      .commit(),
    state === 'none-free' && queueProposalOutcome(entities, { customerId, orderId, outcome: 'none-free' }, services),
  ]
}

interface ProposalOutcome {
  readonly customerId: string
  readonly orderId: string
  readonly outcome: 'refused' | 'none-free'
}

export const queueProposalOutcome = (
  entities: TransactionEntities,
  { customerId, orderId, outcome }: ProposalOutcome,
  services: SlotProposalServices,
) =>
  queueMail(
    entities,
    {
      to: services.practiceMail,
      customerId,
      content: { kind: 'proposal-outcome', customerId, orderId, outcome },
    },
    services,
  )
