import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { Instant } from './values.ts'

export const TimelineEntry = z.object({
  auditId: z.string(),
  at: Instant,
  action: z.enum(auditActions),
  by: z.nullable(z.string()),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>
