import * as z from 'zod'
import { CustomerId } from './values.ts'

/** Whoever did something, or had it done to them, as far as they are still known. */
export const AuditPerson = z.object({
  id: z.string(),
  name: z.string().nullable(),
  /** Their record, where they have one. */
  customerId: CustomerId.nullable(),
})
export type AuditPerson = z.infer<typeof AuditPerson>
