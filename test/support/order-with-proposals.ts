import type { MailSetup } from './mail-setup.ts'

type Practice = Pick<MailSetup, 'data' | 'now'>

interface Purchase {
  readonly orderId: string
  readonly customerId: string
}

export async function recordOrderToSchedule({ data, now }: Practice, { orderId, customerId }: Purchase): Promise<void> {
  const at = now().toISOString()
  const order = { product: 'primera-consulta', status: 'paid', totalCents: 8000, currency: 'eur' } as const
  await data.orders.put({ ...order, orderId, customerId, version: 1, openedAt: at, createdAt: at }).go()
  await data.ordersToSchedule.put({ customerId, orderId, concept: 'Primera consulta', paidAt: at }).go()
}

export async function recordOrderWithProposals(practice: Practice, purchase: Purchase): Promise<void> {
  await recordOrderToSchedule(practice, purchase)
  const { data, now } = practice
  const { orderId, customerId } = purchase
  const at = now().toISOString()
  const slots = [new Date(now().getTime() + 7 * 86_400_000).toISOString()]
  await data.slotProposals
    .put({ orderId, customerId, state: 'sent', round: 1, slots, offered: [], sentAt: at, version: 1 })
    .go()
}
