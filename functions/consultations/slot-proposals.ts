import { chooseSlotProposals, PROPOSED_SLOTS } from '#contract/choose-slot-proposals'
import { productCatalogue } from '#contract/product-catalogue'
import type { SentSlotProposals } from '#contract/sent-slot-proposals'
import type { SlotProposals } from '#contract/slot-proposals'
import { createUnchangedCondition } from '#data/unchanged-condition'
import type { TransactionEntities } from '#data/transact'
import { readPresentRules } from '../payments/public/present-rules.ts'
import { readEarlyStartUntil } from './early-start.ts'
import { findNextFreeSlots, isSlotFree } from './public/find-free-slots.ts'
import { PROPOSED_TYPE, type StoredSlotProposal } from './public/slot-proposals.ts'
import type { ConsultationServices } from './services.ts'

export interface ProposalOrder {
  readonly orderId: string
  readonly customerId: string
  readonly concept: string
}

/** @returns undefined without a client, as for an unpaid anonymous order, or for another than a first consultation */
export async function findProposalOrder(
  orderId: string,
  { data }: Pick<ConsultationServices, 'data'>,
): Promise<ProposalOrder | undefined> {
  const { data: order } = await data.orders.get({ orderId }).go()
  if (!order?.customerId || order.product === 'consulta' || order.product === 'presupuesto') return undefined
  return {
    orderId,
    customerId: order.customerId,
    concept: productCatalogue[order.product].name,
  }
}

export async function readProposals(
  order: ProposalOrder,
  services: ConsultationServices,
  startsAt?: string,
): Promise<SlotProposals> {
  const { orderId, customerId, concept } = order
  const { data } = services
  const [{ data: waiting }, stored, earlyStartUntil] = await Promise.all([
    data.ordersToSchedule.get({ customerId, orderId }).go(),
    readStoredProposals(orderId, services),
    readEarlyStartUntil(orderId, services),
  ])
  const about = { orderId, concept, earlyStartUntil, withdrawalUntil: earlyStartUntil ?? services.now().toISOString() }
  const { round = 1 } = stored
  if (!waiting) {
    return { ...(await scheduledOf(order, services)), ...about, round, slots: [], earlier: [], rules: [], asked: null }
  }
  const { slots, durationMinutes } = await findNextFreeSlots(PROPOSED_TYPE, services)
  const open = stored.state === 'refused' ? [] : keepFree(orderId, stored, slots)
  const proposed = [...new Set([...stored.offered, ...stored.slots])]
  const earlier = proposed.filter((slot) => slots.includes(slot) && !open.includes(slot)).toSorted()
  const asked = startsAt && ((await isSlotFree(startsAt, PROPOSED_TYPE, services)) ? 'free' : 'taken')
  return {
    ...about,
    round,
    durationMinutes,
    state: open.length > 0 ? 'open' : 'with-practice',
    slots: [...open],
    earlier,
    scheduledAt: null,
    rules: (await readPresentRules({ customerId, orderId }, services)).map(([, text]) => text),
    asked: asked || null,
  }
}

function keepFree(orderId: string, { slots, offered }: ProposalsBefore, free: readonly string[]): readonly string[] {
  const kept = slots.filter((slot) => free.includes(slot))
  const others = chooseSlotProposals({
    free,
    offered: [...offered, ...slots],
    seed: orderId,
    count: PROPOSED_SLOTS - kept.length,
  })
  return [...kept, ...others].toSorted()
}

async function scheduledOf({ orderId, customerId }: ProposalOrder, { data }: ConsultationServices) {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const booked = all
    .filter((each) => each.orderId === orderId && each.status !== 'cancelled' && each.status !== 'removed')
    .toSorted((a, b) => b.startsAt.localeCompare(a.startsAt))[0]
  return {
    state: booked ? ('scheduled' as const) : ('closed' as const),
    scheduledAt: booked?.startsAt ?? null,
    durationMinutes: booked?.durationMinutes ?? productCatalogue['primera-consulta'].durationMinutes,
  }
}

export async function markProposalsSeen({ orderId }: ProposalOrder, { data, now }: ConsultationServices) {
  const { data: stored } = await data.slotProposals.get({ orderId }).go()
  if (!stored || stored.seenAt || stored.state !== 'sent') return
  await data.transact((entities) => ({
    proposal: entities.slotProposals
      .patch({ orderId })
      .set({ seenAt: now().toISOString() })
      .where(({ version }, operations) => createUnchangedCondition(version, stored.version, operations))
      .commit(),
  }))
}

type ProposalsBefore = Pick<StoredSlotProposal, 'slots' | 'offered' | 'version'> & Partial<StoredSlotProposal>

export async function readStoredProposals(
  orderId: string,
  { data }: Pick<ConsultationServices, 'data'>,
): Promise<ProposalsBefore> {
  const { data: stored } = await data.slotProposals.get({ orderId }).go()
  return stored ?? { slots: [], offered: [], version: 0 }
}

export const putProposal = (
  entities: TransactionEntities,
  next: Omit<StoredSlotProposal, 'version'>,
  before: Pick<StoredSlotProposal, 'version'>,
) =>
  entities.slotProposals
    .put({ ...next, version: before.version + 1 })
    .where(({ version }, operations) => createUnchangedCondition(version, before.version, operations))
    .commit()

export const toSentProposals = ({
  state,
  round,
  slots,
  sentAt,
  seenAt,
}: Omit<StoredSlotProposal, 'version'>): SentSlotProposals => ({
  state,
  round,
  slots,
  sentAt,
  seenAt: seenAt ?? null,
})
