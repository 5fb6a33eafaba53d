import { expect } from 'vitest'
import { payments } from '#contract/payments-domain'
import type { DisputeAct } from '../../bin/local/stripe/disputes.ts'
import { createPublishedBudgetSetup } from './published-budget.ts'
import { deliverStripeEvent } from './stripe-setup.ts'

export async function createDisputedPart() {
  const setup = await createPublishedBudgetSetup()
  const { practice, stripe, acceptAndPay, ask, asBoss, params } = setup
  await acceptAndPay()
  const { data: charges } = await stripe.client.charges.list({ limit: 1 })
  const { id } = stripe.standIn.dispute(charges[0]?.id ?? '', 'open')
  const hear = async (...acts: readonly DisputeAct[]) => {
    for (const act of acts) stripe.standIn.dispute(id, act)
    const disputed = stripe.standIn.events().filter(({ type }) => type.startsWith('charge.dispute.'))
    for (const event of disputed.toReversed()) expect(await deliverStripeEvent(event, practice)).toBe(200)
  }
  await hear()
  return {
    ...setup,
    hear,
    listOfPractice: async () => {
      const { customerId } = params
      const { body } = await ask(payments.listBudgetsOfCustomer, { ...asBoss(), params: { customerId } })
      return body.items[0]?.published?.agreement
    },
  }
}
