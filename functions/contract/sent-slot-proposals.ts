import * as z from 'zod/mini'
import { IsoInstant } from './value-schemas.ts'

export const ProposalRound = z.int().check(z.positive())

export const SentSlotProposals = z.object({
  /** `chosen`: the chosen consultation was cancelled, so the order waits again. */
  state: z.enum(['sent', 'refused', 'none-free', 'chosen']),
  round: ProposalRound,
  slots: z.array(IsoInstant),
  sentAt: IsoInstant,
  seenAt: z.nullable(IsoInstant),
})
export type SentSlotProposals = z.infer<typeof SentSlotProposals>
