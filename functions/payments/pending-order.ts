import type { NoShowRule } from '#contract/cancellation-rules'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { StoredOrder } from './open-checkout-session.ts'
import type { PaymentServices } from './services.ts'

interface PendingOrder {
  readonly orderId: string
  readonly customerId: string
  readonly about:
    | { readonly product: 'consulta'; readonly consultationId: string }
    | { readonly product: 'presupuesto'; readonly budgetId: string }
  /** Shown by Stripe: without the type of consultation or content of a budget. */
  readonly concept: string
  readonly totalCents: number
  readonly noShowRule: NoShowRule
}

const toOrderFields = ({ about }: PendingOrder) =>
  about.product === 'consulta'
    ? { product: about.product, bookedConsultationId: about.consultationId }
    : { product: about.product, budgetId: about.budgetId }

const toAuditDetails = ({ about }: PendingOrder) =>
  about.product === 'consulta' ? { consultationId: about.consultationId } : { budgetId: about.budgetId }

export async function readOrder(orderId: string, { data }: PaymentServices): Promise<StoredOrder | undefined> {
  const { data: order } = await data.orders.get({ orderId }).go({ consistent: true })
  return order ?? undefined
}

/**
 * An order of a signed-in client. A concurrent identical request gets the same order.
 * @throws {RefusalError} `payment-unavailable`
 */
export async function createPendingOrder(
  order: PendingOrder,
  actor: Actor,
  services: PaymentServices,
): Promise<StoredOrder> {
  const { orderId, customerId, concept, totalCents, noShowRule } = order
  await services.data.transact((entities) => ({
    order: entities.orders
      .create({
        ...toOrderFields(order),
        orderId,
        status: 'pending',
        version: 1,
        userId: actor.userId,
        customerId,
        concept,
        totalCents,
        noShowRule,
        currency: 'eur',
        openedAt: services.wallClock().toISOString(),
        createdAt: services.now().toISOString(),
      })
      .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'ORDER_CREATED',
        by: actor.userId,
        subjectId: customerId,
        details: { orderId, ...toAuditDetails(order), totalCents },
        caller: actor,
      },
      services,
    ),
  }))
  return (await readOrder(orderId, services)) ?? throwRefusal('payment-unavailable')
}
