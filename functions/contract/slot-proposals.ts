import * as z from 'zod/mini'
import { PROPOSED_SLOTS } from './choose-slot-proposals.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { ProposalRound, SentSlotProposals } from './sent-slot-proposals.ts'
import { IsoInstant, OrderId, SecretToken } from './value-schemas.ts'

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
const chosenSlot = { startsAt: IsoInstant, consents: z.optional(PurchaseConsents) }
const chooseRefusals = ['slot-taken', 'order-scheduled', 'early-start-required'] as const

export const slotProposalEndpoints = {
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
  /**
   * Mails three hours, others than before, or those that the practice has picked. `after` is when the last ones that it
   * knows of were sent: a repeat is answered with what it has sent.
   */
  sendSlotProposals: defineEndpoint({
    method: 'POST',
    path: '/consultations/to-schedule/{orderId}/proposals',
    allow: ['administrador'],
    opens: 'nothing',
    params: orderParams,
    body: z.strictObject({
      after: z.nullable(IsoInstant),
      slots: z.optional(
        z.array(IsoInstant).check(
          z.minLength(1, { error: 'Elige al menos una hora' }),
          z.maxLength(PROPOSED_SLOTS, { error: `Puede tener como máximo ${PROPOSED_SLOTS} elementos` }),
          z.refine((slots) => new Set(slots).size === slots.length, { error: 'Elige horas distintas' }),
        ),
      ),
    }),
    reply: SentSlotProposals,
    audit: 'SLOT_PROPOSALS_SENT',
    refusals: ['slot-taken', 'order-scheduled', 'no-free-slots'],
  }),
}
