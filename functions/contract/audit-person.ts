import * as z from 'zod/mini'
import { CustomerId } from './value-schemas.ts'

export const AuditPerson = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  customerId: z.nullable(CustomerId),
})
export type AuditPerson = z.infer<typeof AuditPerson>
