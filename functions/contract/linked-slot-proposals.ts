import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { ProposalRound } from './sent-slot-proposals.ts'
import { slotChoiceRefusals, chosenSlot, SlotProposals } from './slot-proposals.ts'
import { IsoInstant, SecretToken } from './value-schemas.ts'

export const linkedSlotProposals = {
  /** By the mailed link. POST, so that URLs contain no secret. Changes only `seenAt`. */
  readSlotProposals: defineEndpoint({
    method: 'POST',
    path: '/slots/proposals',
    allow: 'everyone',
    body: z.object({ token: SecretToken, startsAt: z.optional(IsoInstant) }),
    reply: SlotProposals,
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  /** Books any free slot. Repeated, or after another choice, it returns the booked one. */
  chooseSlotProposal: defineEndpoint({
    method: 'POST',
    path: '/slots/proposals/choose',
    allow: 'everyone',
    body: z.object({ token: SecretToken, ...chosenSlot }),
    reply: SlotProposals,
    audit: 'SLOT_PROPOSAL_CHOSEN',
    refusals: ['link-invalid', ...slotChoiceRefusals],
  }),
  /** 'Ninguna me viene bien', for one round; repeated, it returns the next round. */
  refuseSlotProposals: defineEndpoint({
    method: 'POST',
    path: '/slots/proposals/refuse',
    allow: 'everyone',
    body: z.object({ token: SecretToken, round: ProposalRound }),
    reply: SlotProposals,
    audit: 'SLOT_PROPOSALS_REFUSED',
    refusals: ['link-invalid'],
  }),
}
