import { vi } from 'vitest'
import { payments } from '#contract/payments-domain'
import type { DisputeAct } from '../../bin/local/stripe/disputes.ts'
import { createPaidOrder } from './paid-order.ts'
import { listAuditedActions } from './practice.ts'
import { deliverStripeEvent } from './stripe-setup.ts'
import { getStoredOrder } from './shop.ts'

const EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
]

export async function createDisputedPayment() {
  const setup = await createPaidOrder()
  const { practice, stripe, orderId, buyer, asBoss, ask } = setup
  const { customerId } = buyer
  let disputeId = ''
  /** At Stripe only: the product has not heard of it. */
  const act = async (...acts: readonly DisputeAct[]) => {
    for (const each of acts) {
      const isNew = each === 'open' || each === 'open-part' || each === 'inquire'
      disputeId = stripe.standIn.dispute(isNew ? await setup.charge() : disputeId, each).id
    }
  }
  const hear = () => setup.tell(...EVENTS)
  return {
    ...setup,
    act,
    hear,
    /** An event that the product has not seen yet. */
    hearAgain: async () => {
      const [event] = stripe.standIn.events()
      await deliverStripeEvent({ ...event, id: `evt_again-${practice.newId('evt')}` }, practice)
    },
    events: EVENTS,
    dispute: async (...acts: readonly DisputeAct[]) => {
      await act(...acts)
      await hear()
    },
    /** Stripe says so with a term of 0. */
    disputeWithoutAnswer: async () => {
      await act('open')
      const { disputes } = stripe.client
      const retrieve = disputes.retrieve.bind(disputes)
      vi.spyOn(disputes, 'retrieve').mockImplementation(async (...asked) => {
        const dispute = await retrieve(...asked)
        return { ...dispute, evidence_details: { ...dispute.evidence_details, due_by: 0 } }
      })
      await hear()
    },
    disputes: async () => (await practice.data.disputes.query.byOrder({ orderId }).go()).data,
    order: () => getStoredOrder(practice, orderId),
    actions: async () => (await listAuditedActions(practice)).filter((action) => action.startsWith('DISPUTE_')),
    listed: async () =>
      (await ask(payments.listOfCustomer, { as: asBoss, params: { customerId }, query: {} })).body.items[0],
    ownListed: async () => (await ask(payments.list, { as: setup.session, query: {} })).body.items[0],
  }
}
