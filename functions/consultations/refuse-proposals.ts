import { MAX_PROPOSAL_ROUNDS, type SlotProposals } from '#contract/slot-proposals'
import { appendAuditEntry } from '#platform/audit'
import type { CallerDetails } from '#platform/http'
import { chooseProposals, queueProposalOutcome } from './public/slot-proposals.ts'
import type { ConsultationServices } from './services.ts'
import { type ProposalOrder, putProposal, readProposals, readStoredProposals } from './slot-proposals.ts'

interface Refusal {
  readonly actor: CallerDetails & { readonly userId: string }
  readonly round: number
}

export async function refuseProposals(
  order: ProposalOrder,
  { actor, round }: Refusal,
  services: ConsultationServices,
): Promise<SlotProposals> {
  const { orderId, customerId } = order
  const shown = await readProposals(order, services)
  if (shown.state !== 'open' || shown.round !== round) return shown
  const stored = await readStoredProposals(orderId, services)
  // A concurrent identical request has proposed the next three.
  if ((stored.round ?? 1) !== round || stored.state === 'refused') return readProposals(order, services)
  const offered = [...new Set([...stored.offered, ...stored.slots, ...shown.slots])]
  const slots = round < MAX_PROPOSAL_ROUNDS ? [...(await chooseProposals({ orderId, offered }, services))] : []
  const sentAt = services.now().toISOString()
  const latest = { orderId, customerId, offered, slots, sentAt, seenAt: sentAt }
  const next =
    slots.length > 0
      ? { ...latest, state: 'sent' as const, round: round + 1 }
      : { ...latest, state: 'refused' as const, round }
  await services.data.transact((entities) => ({
    order: entities.ordersToSchedule
      .check({ customerId, orderId })
      .where(({ paidAt }, { exists }) => exists(paidAt))
      .commit(),
    proposal: putProposal(entities, next, stored),
    practice:
      next.state === 'refused' && queueProposalOutcome(entities, { customerId, orderId, outcome: 'refused' }, services),
    audit: appendAuditEntry(
      entities,
      {
        action: 'SLOT_PROPOSALS_REFUSED',
        by: actor.userId,
        subjectId: customerId,
        details: { orderId, round },
        caller: actor,
      },
      services,
    ),
  }))
  return readProposals(order, services)
}
