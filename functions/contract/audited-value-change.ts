import * as z from 'zod/mini'

export const AuditedValueChange = z.object({
  name: z.string(),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type AuditedValueChange = z.infer<typeof AuditedValueChange>
