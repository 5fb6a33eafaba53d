import type { EntityItem } from 'electrodb'
import { comingConsultations } from '#data/consultation-queries'
import type { Data } from '#data/data'
import type { Entities } from '#data/entities'
import { stepsOf } from '#platform/agenda-steps'
import { ago, type InvariantCheck, MAX_CHECKED } from './invariant-check.ts'

type Consultation = EntityItem<Entities['consultations']>

/** Every consultation to come holds its time in the agenda, or somebody else could book it. */
export const comingHoldTheirTime: InvariantCheck = async ({ data, now }) => {
  const { items } = await comingConsultations(data, now().toISOString(), { limit: MAX_CHECKED })
  const doubtful = await withoutTheirTime(data, items)
  // The index lags: what was moved or cancelled a moment ago is read again by its key.
  const broken = await withoutTheirTime(data, await scheduledNow(data, doubtful))
  return { looked: items.length, broken: broken.length }
}

async function scheduledNow(data: Data, found: readonly Consultation[]): Promise<readonly Consultation[]> {
  if (found.length === 0) return []
  const keys = found.map(({ customerId, consultationId }) => ({ customerId, consultationId }))
  const { data: stored } = await data.consultations.get(keys).go({ consistent: true })
  return stored.filter(({ status }) => status === 'scheduled')
}

async function withoutTheirTime(data: Data, found: readonly Consultation[]): Promise<readonly Consultation[]> {
  if (found.length === 0) return []
  const instants = [...new Set(found.flatMap(stepsOf))]
  const { data: steps, unprocessed } = await data.agendaSteps
    .get(instants.map((beginsAt) => ({ beginsAt })))
    .go({ consistent: true })
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} steps of the agenda were not read`)
  const holders = new Map(steps.map(({ beginsAt, holders: held = [] }) => [beginsAt, held]))
  return found.filter((consultation) =>
    stepsOf(consultation).some((step) => !holders.get(step)?.includes(consultation.consultationId)),
  )
}

/** Payment and order are written together; so long afterwards the index has heard of both. */
const SETTLED_MINUTES = 60

/** Every paid order has its payment. */
export const paidOrdersHavePayments: InvariantCheck = async ({ data, now }) => {
  const settled = ago(now(), { minutes: SETTLED_MINUTES })
  const { data: newest } = await data.orders.query
    .byStatus({ status: 'paid' })
    .go({ order: 'desc', limit: MAX_CHECKED })
  const orders = newest.filter(({ paidAt }) => !paidAt || paidAt < settled)
  const keys = orders.flatMap(({ customerId, orderId }) => (customerId ? [paymentOf(customerId, orderId)] : []))
  if (keys.length === 0) return { looked: orders.length, broken: orders.length }
  const { data: payments, unprocessed } = await data.payments.get(keys).go({ consistent: true })
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} payments were not read`)
  const paid = new Set(payments.map(({ orderId }) => orderId))
  return { looked: orders.length, broken: orders.filter(({ orderId }) => !paid.has(orderId)).length }
}

/** One payment for each order, whose id says so. */
const paymentOf = (customerId: string, orderId: string) => ({
  customerId,
  paymentId: `pay_${orderId.slice('ord_'.length)}`,
})
