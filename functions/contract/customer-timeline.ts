import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { IsoInstant } from './value-schemas.ts'

export const CustomerTimelineEntry = z.object({
  auditId: z.string(),
  at: IsoInstant,
  action: z.enum(auditActions),
  by: z.nullable(z.string()),
})
export type CustomerTimelineEntry = z.infer<typeof CustomerTimelineEntry>
