import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { Instant } from './values.ts'

/** A line of the audit log about a client. `by` is who did it; null when it was the system. */
export const TimelineEntry = z.object({
  auditId: z.string(),
  at: Instant,
  action: z.enum(auditActions),
  by: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
