import * as z from 'zod/mini'
import { CustomerId } from './values.ts'

/** Whoever did something, or had it done to them, as far as they are still known. */
export const AuditPerson = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** Their record, where they have one. */
  customerId: z.nullable(CustomerId),
})
export type AuditPerson = z.infer<typeof AuditPerson>
