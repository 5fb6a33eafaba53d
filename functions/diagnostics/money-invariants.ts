import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { InvariantCheck, InvariantCheckServices } from './invariant-check.ts'

const MAX_CHECKED = 50

/** Payment and order are one transaction; after this time the index shows both. */
const SETTLED_MS = 3_600_000

type Order = EntityItem<TableEntities['orders']>

const settledBefore = ({ now }: InvariantCheckServices): string => new Date(now().getTime() - SETTLED_MS).toISOString()

async function findNewestOrders(
  status: 'paid' | 'refunded',
  services: InvariantCheckServices,
): Promise<readonly Order[]> {
  const { data: newest } = await services.data.orders.query
    .byStatus({ status })
    .go({ order: 'desc', limit: MAX_CHECKED })
  return newest.filter(({ paidAt }) => !paidAt || paidAt < settledBefore(services))
}

const paymentKeyOf = (customerId: string, orderId: string) => ({
  customerId,
  paymentId: `pay_${orderId.slice('ord_'.length)}`,
})

export const paidOrdersHavePayments: InvariantCheck = async (services) => {
  const orders = await findNewestOrders('paid', services)
  const keys = orders.flatMap(({ customerId, orderId }) => (customerId ? [paymentKeyOf(customerId, orderId)] : []))
  if (keys.length === 0) return { looked: orders.length, broken: idsOf(orders) }
  const { data: payments } = await services.data.payments.get(keys).go()
  const paid = new Set(payments.map(({ orderId }) => orderId))
  return { looked: orders.length, broken: idsOf(orders.filter(({ orderId }) => !paid.has(orderId))) }
}

const idsOf = (orders: readonly Order[]): string[] => orders.map(({ orderId }) => orderId)

type IsWrong = (order: Order & { readonly customerId: string }, services: InvariantCheckServices) => Promise<boolean>

/** Wrong orders are read again by key: orders change between two reads, and the index lags. */
const checkOrders =
  (isWrong: IsWrong): InvariantCheck =>
  async (services) => {
    const { data } = services
    const found = (
      await Promise.all((['paid', 'refunded'] as const).map((each) => findNewestOrders(each, services)))
    ).flat()
    const isWrongNow = async ({ orderId }: Order): Promise<boolean> => {
      const { data: order } = await data.orders.get({ orderId }).go()
      const { customerId } = order ?? {}
      if (!order || !customerId || !(await isClient(customerId, data))) return false
      return isWrong({ ...order, customerId }, services)
    }
    const wrong = await Promise.all(found.map(async (order) => (await isWrongNow(order)) && isWrongNow(order)))
    return { looked: found.length, broken: idsOf(found.filter((_, index) => wrong[index])) }
  }

/** Of deleted and erased clients only the data that the law requires is left. */
const isClient = async (customerId: string, { customers }: Database): Promise<boolean> =>
  (await customers.get({ customerId }).go()).data !== null

const isPartWrong: IsWrong = async ({ orderId, customerId, budgetId = '', status }, { data }) => {
  const { data: agreement } = await data.budgetAgreements.get({ customerId, budgetId }).go()
  const part = agreement?.parts.find((each) => each.orderId === orderId)
  if (!part || part.paidAt === undefined) return true
  return (part.refundedAt !== undefined) !== (status === 'refunded')
}

export const paidOrdersHaveOnePlace = checkOrders(async (order, services) => {
  if (order.product === 'presupuesto') return isPartWrong(order, services)
  const { orderId, customerId, status } = order
  const { data, now } = services
  const [{ data: waiting }, { data: all }] = await Promise.all([
    data.ordersToSchedule.get({ customerId, orderId }).go(),
    data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' }),
  ])
  const used = all.filter(
    (each) => each.orderId === orderId && each.status !== 'cancelled' && each.status !== 'removed',
  )
  if (status === 'paid') return used.length + (waiting ? 1 : 0) !== 1
  // A consultation that was held or missed may be refunded afterwards.
  const isComing = used.some((each) => each.status === 'scheduled' && each.startsAt > now().toISOString())
  return status === 'refunded' && (waiting !== null || isComing)
})

export const orderSumsMatch = checkOrders(async ({ orderId, customerId, status, totalCents }, { data }) => {
  const [{ data: payment }, { data: refunds }] = await Promise.all([
    data.payments.get(paymentKeyOf(customerId, orderId)).go(),
    data.refunds.query.byOrder({ orderId }).go({ pages: 'all' }),
  ])
  if (!payment) return status === 'refunded'
  const counted = refunds.filter((refund) => refund.status !== 'failed')
  const sum = counted.reduce((total, { amountCents }) => total + amountCents, 0)
  const isWhole = counted.length > 0 && sum >= totalCents
  const expected = isWhole ? 'refunded' : counted.length > 0 ? 'partially-refunded' : 'completed'
  return (
    payment.amountCents !== totalCents ||
    payment.refundedCents !== sum ||
    sum > totalCents ||
    payment.status !== expected ||
    (status === 'refunded') !== isWhole
  )
})
