import * as z from 'zod/mini'
import { IsoInstant } from './value-schemas.ts'

export const ProposalRound = z.int().check(z.positive())

/** Of an order that waits for a date, for the practice. */
export const SentSlotProposals = z.object({
  /** `chosen`: the order waits again, as what was chosen has been cancelled. */
  state: z.enum(['sent', 'refused', 'none-free', 'chosen']),
  round: ProposalRound,
  slots: z.array(IsoInstant),
  sentAt: IsoInstant,
  /** When somebody first opened the link or saw the hours in the panel. */
  seenAt: z.nullable(IsoInstant),
})
export type SentSlotProposals = z.infer<typeof SentSlotProposals>
