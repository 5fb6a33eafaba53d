import { isBudgetExpired } from '#contract/budget-rules'
import type { PublishedBudgetOption } from '#contract/budget-option'
import type { ActionInput } from '#contract/endpoint'
import type { payments } from '#contract/payments-domain'
import {
  computeNextDueDay,
  patchAgreement,
  type StoredAgreement,
  type StoredBudget,
  patchBudget,
} from '#data/budget-queries'
import type { StoredBudgetPart } from '#data/budget-agreement'
import { checkNoErasureScheduled, countCustomerRequest } from '#data/customer-check'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import { requireTransactionWritten } from '#platform/conflict'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { openBudgetPart } from './budget-part.ts'
import { requireOwnBudget } from './own-budgets.ts'
import { requireUnchangedNoShowRule } from './price.ts'
import type { PaymentServices } from './services.ts'

type Acceptance = ActionInput<typeof payments.acceptBudget>['body']

export const acceptBudget: EndpointAction<typeof payments.acceptBudget, PaymentServices> = async (
  { actor, params, body },
  services,
) => {
  const { data } = services
  const { data: user } = await data.users.get({ userId: actor.userId }).go()
  requireGuardianConsentIfMinor(user ?? throwRefusal('profile-missing'), services.now())
  const key = { customerId: requireOwnCustomerId(actor), budgetId: params.budgetId }
  const { data: known } = await data.budgetAgreements.get(key).go({ consistent: true })
  const agreement = known
    ? await correctBilling(requireSameAcceptance(known, body), { actor, body }, services)
    : await writeAgreement({ actor, params, body }, services)
  return openBudgetPart({ agreement, actor }, services)
}

function requireSameAcceptance(known: StoredAgreement, { version, optionId, inParts }: Acceptance): StoredAgreement {
  const isSame = known.budgetVersion === version && known.option.optionId === optionId && known.inParts === inParts
  if (!isSame || known.status !== 'active') return throwRefusal('budget-closed')
  // An old page may repeat the acceptance: it must not lead to the payment of a later part of the same price.
  return known.parts[0]?.paidAt === undefined ? known : throwRefusal('order-already-paid')
}

/** Until the first payment there is no invoice: the last NIF and address entered apply. */
async function correctBilling(
  known: StoredAgreement,
  { actor, body: { taxId, address } }: { readonly actor: Actor; readonly body: Acceptance },
  services: PaymentServices,
): Promise<StoredAgreement> {
  if (known.taxId === taxId && known.address === address) return known
  const { customerId, budgetId } = known
  const outcome = await services.data.transact((entities) => ({
    agreement: patchAgreement(entities, known, { taxId, address }),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_BILLING_CHANGED',
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { budgetId },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome)
  return { ...known, taxId, address, version: known.version + 1 }
}

function requireOption(stored: StoredBudget, { version, optionId, inParts }: Acceptance): PublishedBudgetOption {
  if (stored.published?.version !== version) return throwRefusal('budget-outdated')
  const option = stored.published.options.find((each) => each.optionId === optionId) ?? throwRefusal('budget-outdated')
  return inParts && option.parts.length === 0 ? throwRefusal('budget-outdated') : option
}

function toParts(budgetId: string, option: PublishedBudgetOption, inParts: boolean): readonly StoredBudgetPart[] {
  const parts = inParts ? option.parts : [{ number: 1, amountCents: option.priceCents, before: null }]
  return parts.map((part) => ({ ...part, orderId: `ord_${budgetId.slice('bud_'.length)}-${part.number}` }))
}

async function writeAgreement(
  {
    actor,
    params,
    body,
  }: { readonly actor: Actor; readonly params: { readonly budgetId: string }; readonly body: Acceptance },
  services: PaymentServices,
): Promise<StoredAgreement> {
  const { data, now } = services
  const stored = await requireOwnBudget(actor, params, data)
  const option = requireOption(stored, body)
  if (stored.published && isBudgetExpired(stored.published.validUntil, now())) throwRefusal('budget-expired')
  const { customerId, budgetId } = stored
  const { inParts, taxId, address, version, consents } = body
  const noShowRule = await requireUnchangedNoShowRule(body.noShowRule, services)
  const at = now().toISOString()
  const accepted = {
    customerId,
    budgetId,
    version: 1,
    status: 'active' as const,
    budgetVersion: version,
    option,
    inParts,
    taxId,
    address,
    noShowRule,
    acceptedAt: at,
    userId: actor.userId,
    ...(consents?.expressRequest && { expressRequestAt: at }),
    ...(consents?.acknowledgement && { acknowledgementAt: at }),
    parts: toParts(budgetId, option, inParts),
    booked: [],
    analysed: [],
    invoiced: {},
  }
  const agreement = { ...accepted, nextDueDay: computeNextDueDay(accepted) }
  const outcome = await data.transact((entities) => ({
    customer: countCustomerRequest(entities, customerId),
    erasure: checkNoErasureScheduled(entities, customerId),
    agreement: entities.budgetAgreements.create(agreement).commit(),
    budget: patchBudget(entities, stored, {}, ['declined']),
    audit: appendAuditEntry(
      entities,
      {
        action: 'BUDGET_ACCEPTED',
        by: actor.userId,
        subjectId: customerId,
        caller: actor,
        details: { budgetId, version, optionId: option.optionId, totalCents: option.priceCents },
      },
      services,
    ),
  }))
  requireTransactionWritten(outcome, { customer: 'not-found', erasure: 'not-found' })
  return agreement
}
