import * as z from 'zod/mini'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { ProposalRound } from './sent-slot-proposals.ts'
import { IsoInstant, OrderId } from './value-schemas.ts'

/** Refusals by the client before the practice writes personally. */
export const MAX_PROPOSAL_ROUNDS = 2

/**
 * `open`: one can be chosen; `with-practice`: refused or none free, so the practice writes, while any free slot can
 * still be chosen; `scheduled`: the consultation has its hour; `closed`: nothing left to schedule, for example after a
 * refund.
 */
const slotProposalStates = ['open', 'with-practice', 'scheduled', 'closed'] as const

/** Visible to anybody with the link: no name, no address, no other client data. */
export const SlotProposals = z.object({
  orderId: OrderId,
  state: z.enum(slotProposalStates),
  concept: z.string(),
  durationMinutes: z.int(),
  round: ProposalRound,
  /** Free now: the proposed ones, and the next free ones in place of those gone. */
  slots: z.array(IsoInstant),
  /** Proposed earlier or refused, and free now: for refusals by mistake. */
  earlier: z.array(IsoInstant),
  scheduledAt: z.nullable(IsoInstant),
  earlyStartUntil: z._default(EarlyStartUntil, null),
  /**
   * For pages that were open before `earlyStartUntil` came, which ask for the early start up to here. To be removed with
   * the release after it.
   */
  withdrawalUntil: z.optional(IsoInstant),
  rules: z.array(z.string()),
  asked: z.nullable(z.enum(['free', 'taken'])),
})
export type SlotProposals = z.infer<typeof SlotProposals>

const orderParams = z.object({ orderId: OrderId })
export const chosenSlot = { startsAt: IsoInstant, consents: z.optional(PurchaseConsents) }
export const slotChoiceRefusals = [
  'slot-taken',
  'order-scheduled',
  'early-start-required',
  'guardian-consent-required',
] as const

export const ownSlotProposalEndpoints = {
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
    refusals: slotChoiceRefusals,
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
