import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { ProposalRound } from './sent-slot-proposals.ts'
import { IsoInstant, OrderId } from './value-schemas.ts'

/** Times that a client may ask for other hours before the practice writes to them: the second refusal is the last. */
export const MAX_PROPOSAL_ROUNDS = 2

/**
 * `open`: one can be chosen; `with-practice`: none suited or none is free, and the practice writes, while any free hour
 * can still be chosen; `scheduled`: the consultation has its hour; `closed`: there is nothing to schedule any more, for example after a refund.
 */
const slotProposalStates = ['open', 'with-practice', 'scheduled', 'closed'] as const

/** What the link shows to whoever has it: no name, no address, nothing else of the client. */
export const SlotProposals = z.object({
  orderId: OrderId,
  state: z.enum(slotProposalStates),
  concept: z.string(),
  durationMinutes: z.int(),
  round: ProposalRound,
  /** Free now: those proposed, and the next free ones in place of proposals that are gone. */
  slots: z.array(IsoInstant),
  /** Proposed before `slots`, or refused, and free now: whoever refused by a slip sees them again. */
  earlier: z.array(IsoInstant),
  scheduledAt: z.nullable(IsoInstant),
  /** An hour before this instant needs the express request to begin early. */
  withdrawalUntil: IsoInstant,
  /** Of moving, cancelling, withdrawing and absences, as long as an hour can be chosen. */
  rules: z.array(z.string()),
  /** Whether the hour of the request is free; null when it named none. */
  asked: z.nullable(z.enum(['free', 'taken'])),
})
export type SlotProposals = z.infer<typeof SlotProposals>

const orderParams = z.object({ orderId: OrderId })
export const chosenSlot = { startsAt: IsoInstant, consents: z.optional(PurchaseConsents) }
export const chooseRefusals = ['slot-taken', 'order-scheduled', 'early-start-required'] as const

export const ownSlotProposalEndpoints = {
  /** Of the order that has been waiting longest. */
  readOwnSlotProposals: defineEndpoint({
    method: 'GET',
    path: '/consultations/mine/proposals',
    allow: ['cliente'],
    reply: z.object({ proposals: z.nullable(SlotProposals) }),
    audit: 'none',
    refusals: [],
  }),
  chooseOwnSlotProposal: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/proposals/{orderId}/choose',
    allow: ['cliente'],
    params: orderParams,
    body: z.object(chosenSlot),
    reply: SlotProposals,
    audit: 'SLOT_PROPOSAL_CHOSEN',
    refusals: chooseRefusals,
  }),
  refuseOwnSlotProposals: defineEndpoint({
    method: 'POST',
    path: '/consultations/mine/proposals/{orderId}/refuse',
    allow: ['cliente'],
    params: orderParams,
    body: z.object({ round: ProposalRound }),
    reply: SlotProposals,
    audit: 'SLOT_PROPOSALS_REFUSED',
    refusals: [],
  }),
}
