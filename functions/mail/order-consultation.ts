import type { EntityItem } from 'electrodb'
import type { Database } from '#data/database'
import type { TableEntities } from '#data/entities'
import type { MailConsultationDetails, MailTemplateData } from '#data/mail'
import { toMailConsultation } from '../notifications/public/client-notice.ts'

export type ConsultationOfOrder = MailConsultationDetails & { readonly isCancelled?: boolean }

interface Services {
  readonly data: Database
  readonly now: () => Date
}

type Order = EntityItem<TableEntities['orders']>
type Consultation = EntityItem<TableEntities['consultations']>

export async function findConsultationOfOrder(
  content: MailTemplateData,
  services: Services,
): Promise<ConsultationOfOrder | undefined> {
  if (!isAboutOrder(content) || !content.orderId) return undefined
  const { data: order } = await services.data.orders.get({ orderId: content.orderId }).go()
  if (!order?.customerId) return undefined
  if (content.kind === 'receipt') return findBooked(order, services)
  if (content.kind === 'payment-failed') return findToPay(order, services)
  return findPaidFor(
    order,
    'cancelledConsultationId' in content ? content.cancelledConsultationId : undefined,
    services,
  )
}

const isAboutOrder = (content: MailTemplateData) =>
  content.kind === 'receipt' ||
  content.kind === 'refund' ||
  content.kind === 'refund-failed' ||
  content.kind === 'payment-failed'

async function findToPay(
  { customerId = '', bookedConsultationId }: Order,
  { data }: Services,
): Promise<ConsultationOfOrder | undefined> {
  if (!bookedConsultationId) return undefined
  const { data: stored } = await data.consultations.get({ customerId, consultationId: bookedConsultationId }).go()
  if (!stored || stored.status === 'removed') return undefined
  return { ...toMailConsultation(stored), isCancelled: stored.status === 'cancelled' }
}

async function findBooked(
  { orderId, customerId = '', consultationId, bookedConsultationId }: Order,
  { data, now }: Services,
): Promise<ConsultationOfOrder | undefined> {
  const id = bookedConsultationId ?? consultationId
  if (!id) return undefined
  const { data: stored } = await data.consultations.get({ customerId, consultationId: id }).go()
  const isAhead = stored?.status === 'scheduled' && stored.startsAt > now().toISOString()
  return isAhead && stored.orderId === orderId ? toMailConsultation(stored) : undefined
}

async function findPaidFor(
  { orderId, customerId = '', totalCents }: Order,
  cancelledId: string | undefined,
  { data }: Services,
): Promise<ConsultationOfOrder | undefined> {
  const { data: all } = await data.consultations.query.byCustomer({ customerId }).go({ pages: 'all' })
  const paid = all.filter((each) => each.orderId === orderId && each.status !== 'removed')
  const found = paid.find(({ consultationId }) => consultationId === cancelledId) ?? paid.toSorted(byRelevance)[0]
  if (!found) return undefined
  return { ...toMailConsultation(found), priceCents: totalCents, isCancelled: found.status === 'cancelled' }
}

const byRelevance = (a: Consultation, b: Consultation): number =>
  Number(a.status === 'cancelled') - Number(b.status === 'cancelled') || b.startsAt.localeCompare(a.startsAt)
