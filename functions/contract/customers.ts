import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { CustomerId, Instant, pageOf, PageQuery } from './values.ts'

export const Customer = z.object({
  customerId: CustomerId,
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  createdAt: Instant,
})
export type Customer = z.infer<typeof Customer>

export const customers = {
  /** get_or_create_current_customer: a cliente is never without a customer record. */
  current: endpoint({
    method: 'GET',
    path: '/customers/current',
    allow: ['cliente'],
    reply: Customer.pick({ customerId: true, name: true, email: true }),
    audit: 'none',
    refusals: [],
  }),
  /** Every client of the practice, newest first. */
  list: endpoint({
    method: 'GET',
    path: '/customers',
    allow: ['administrador'],
    query: PageQuery,
    reply: pageOf(Customer),
    audit: 'none',
    refusals: [],
  }),
  read: endpoint({
    method: 'GET',
    path: '/customers/{customerId}',
    allow: ['administrador'],
    params: z.object({ customerId: CustomerId }),
    reply: Customer,
    audit: 'none',
    refusals: [],
  }),
}
