import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { ProposalRound } from './sent-slot-proposals.ts'
import { chooseRefusals, chosenSlot, SlotProposals } from './slot-proposals.ts'
import { IsoInstant, SecretToken } from './value-schemas.ts'

/** With the link of the mail that proposes the hours. */
export const linkedSlotProposals = {
  /** With a mailed link. POST, so that the secret stands in no address. Changes only that it was seen. */
  readSlotProposals: defineEndpoint({
    method: 'POST',
    path: '/slots/proposals',
    allow: 'everyone',
    body: z.object({ token: SecretToken, startsAt: z.optional(IsoInstant) }),
    reply: SlotProposals,
    audit: 'none',
    refusals: ['link-invalid'],
  }),
  /** Books any hour that is free. Repeated, or after another choice, it answers with what is booked. */
  chooseSlotProposal: defineEndpoint({
    method: 'POST',
    path: '/slots/proposals/choose',
    allow: 'everyone',
    body: z.object({ token: SecretToken, ...chosenSlot }),
    reply: SlotProposals,
    audit: 'SLOT_PROPOSAL_CHOSEN',
    refusals: ['link-invalid', ...chooseRefusals],
  }),
  /** 'Ninguna me viene bien' to the hours of a round; repeated it answers with those that came after them. */
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
