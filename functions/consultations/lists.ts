import type { Consultation } from '#contract/consultation'
import type { consultations } from '#contract/consultations-domain'
import type { PageCursor } from '#contract/value-schemas'
import {
  findUpcomingConsultations,
  findConsultationsBetween,
  findCustomerConsultations,
  findConsultationsToClose,
  findOrdersToSchedule,
  type StoredConsultation,
} from '#data/consultation-queries'
import type { Database } from '#data/database'
import { findSlotHoldsBetween, hasSlotHoldLapsed, isPaymentBegun } from '#data/slot-hold-queries'
import type { EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { readPurchases } from './public/purchases-to-schedule.ts'
import { requireConsultation } from './stored-consultation.ts'
import { toSentProposals } from './slot-proposals.ts'
import { toConsultation } from './to-consultation.ts'

export const readConsultationAgenda: EndpointAction<typeof consultations.agenda> = async (
  { query },
  { data, now },
) => ({
  items: await withCustomers(await findConsultationsBetween(data, query), { data, now }),
})

export const listHeldHours: EndpointAction<typeof consultations.listHolds> = async ({ query }, { data, wallClock }) => {
  const found = await findSlotHoldsBetween(data, query)
  return {
    items: found
      .filter((hold) => isPaymentBegun(hold) || !hasSlotHoldLapsed(hold, wallClock()))
      .map(({ startsAt, durationMinutes, heldUntil }) => ({ startsAt, durationMinutes, heldUntil })),
  }
}

export const listUpcomingConsultations: EndpointAction<typeof consultations.coming> = async (
  { query: { only, ...page } },
  { data, now },
) => {
  const { items, next } = await findUpcomingConsultations(
    data,
    { now: now().toISOString(), onlyRequests: only === 'requests' },
    page,
  )
  return { items: await withCustomers(items, { data, now }), next }
}

/** Without those of deleted clients, which nobody can close. The agenda keeps them. */
export const listConsultationsToClose: EndpointAction<typeof consultations.toClose> = async (
  { query: { before, limit, cursor } },
  { data, now },
) => {
  const items: Consultation[] = []
  let next: PageCursor | null = cursor ?? null
  do {
    const page = { ...(next && { cursor: next }), limit: limit - items.length }
    const found = await findConsultationsToClose(data, { before, now: now().toISOString() }, page)
    const customers = await customersOf(found.items, data)
    items.push(
      ...found.items.flatMap((each) => {
        const customer = customers.get(each.customerId)
        return customer ? [toConsultation(each, customer, now())] : []
      }),
    )
    next = found.next
  } while (next && items.length < limit)
  return { items, next }
}

export const listCustomerConsultations: EndpointAction<typeof consultations.listOfCustomer> = async (
  { params, query },
  { data, now },
) => {
  const customer = await requireCustomer(params.customerId, data)
  const { items, next } = await findCustomerConsultations(data, params.customerId, query)
  return { items: items.map((each) => toConsultation(each, customer, now())), next }
}

export const readConsultation: EndpointAction<typeof consultations.read> = async ({ params }, { data, now }) => {
  const [customer, stored] = await Promise.all([
    requireCustomer(params.customerId, data),
    requireConsultation(data, params),
  ])
  return toConsultation(stored, customer, now())
}

export const listPaidOrdersToSchedule: EndpointAction<typeof consultations.toSchedule> = async (
  { query },
  { data, now },
) => {
  const { items, next } = await findOrdersToSchedule(data, query)
  const [customers, proposals, purchases] = await Promise.all([
    customersOf(items, data),
    proposalsOf(items, data),
    readPurchases(items, { data, now }),
  ])
  return {
    items: purchases.map(({ orderId, customerId, concept, paidAt, type, durationMinutes, priceCents, wasBooked }) => {
      const { name = '', email = '', userId } = customers.get(customerId) ?? {}
      const emailUnproven = userId === undefined
      const sent = proposals.get(orderId)
      return {
        orderId,
        customerId,
        customerName: name,
        customerEmail: email,
        emailUnproven,
        concept,
        paidAt,
        type,
        durationMinutes,
        amountCents: priceCents ?? null,
        canPropose: !wasBooked,
        proposals: sent ? toSentProposals(sent) : null,
      }
    }),
    next,
  }
}

async function proposalsOf(items: readonly { readonly orderId: string }[], { slotProposals }: Database) {
  if (items.length === 0) return new Map<string, never>()
  const { data: found } = await slotProposals.get(items.map(({ orderId }) => ({ orderId }))).go()
  return new Map(found.map((each) => [each.orderId, each]))
}

export async function withCustomers(
  found: readonly StoredConsultation[],
  { data, now }: Pick<ActionServices, 'data' | 'now'>,
) {
  const customers = await customersOf(found, data)
  const removed = await removedOf(
    found.filter(({ customerId }) => !customers.has(customerId)),
    data,
  )
  return found.map((each) => {
    const { customerId } = each
    const customer = customers.get(customerId) ?? removed.get(customerId)
    return toConsultation(each, customer ?? { customerId, name: 'Cliente eliminado', email: '' }, now())
  })
}

async function removedOf(items: readonly { readonly customerId: string }[], { removedCustomers }: Database) {
  const ids = [...new Set(items.map(({ customerId }) => customerId))]
  if (ids.length === 0) return new Map<string, never>()
  const { data: found } = await removedCustomers.get(ids.map((customerId) => ({ customerId }))).go()
  return new Map(found.map((each) => [each.customerId, { ...each, name: `${each.name} (eliminado)` }]))
}

export async function customersOf(items: readonly { readonly customerId: string }[], data: Database) {
  const ids = [...new Set(items.map(({ customerId }) => customerId))]
  if (ids.length === 0) return new Map<string, never>()
  const { data: found } = await data.customers.get(ids.map((customerId) => ({ customerId }))).go()
  return new Map(found.map((customer) => [customer.customerId, customer]))
}
