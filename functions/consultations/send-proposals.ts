import type { consultations } from '#contract/consultations-domain'
import type { ActionInput } from '#contract/endpoint'
import { appendAuditEntry } from '#platform/audit'
import { queueMail } from '#platform/outbox'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { isSlotFree } from './public/find-free-slots.ts'
import { chooseProposals, PROPOSED_TYPE } from './public/slot-proposals.ts'
import type { ConsultationServices } from './services.ts'
import {
  findProposalOrder,
  type ProposalOrder,
  putProposal,
  readStoredProposals,
  toSentProposals,
} from './slot-proposals.ts'

type WantedProposals = ActionInput<typeof consultations.sendSlotProposals>['body']

export const sendSlotProposals: EndpointAction<typeof consultations.sendSlotProposals, ConsultationServices> = async (
  { actor, params: { orderId }, body },
  services,
) => {
  const { data } = services
  const order = (await findProposalOrder(orderId, services)) ?? throwRefusal('not-found')
  const { customerId } = order
  const [customer, stored] = await Promise.all([
    requireCustomer(customerId, data),
    readStoredProposals(orderId, services),
  ])
  await requireWaiting(order, services)
  if ((stored.sentAt ?? null) !== body.after) return readSent(orderId, body, services)
  const offered = [...stored.offered, ...stored.slots]
  const slots = await (body.slots ? requireFree(body.slots, services) : chooseProposals({ orderId, offered }, services))
  if (slots.length === 0) throwRefusal('no-free-slots')
  const sentAt = services.now().toISOString()
  const next = { orderId, customerId, offered, slots: [...slots], state: 'sent' as const, round: 1, sentAt }
  const name = customer.name === customer.email ? '' : customer.name
  const { written } = await data.transact((entities) => ({
    order: entities.ordersToSchedule
      .check({ customerId, orderId })
      .where(({ paidAt }, { exists }) => exists(paidAt))
      .commit(),
    proposal: putProposal(entities, next, stored),
    mail: queueMail(
      entities,
      { to: customer.email, customerId, content: { kind: 'slot-proposals', orderId, name } },
      services,
    ),
    audit: appendAuditEntry(
      entities,
      { action: 'SLOT_PROPOSALS_SENT', by: actor.userId, subjectId: customerId, details: { orderId }, caller: actor },
      services,
    ),
  }))
  if (written) return toSentProposals(next)
  await requireWaiting(order, services)
  return readSent(orderId, body, services)
}

async function requireWaiting({ orderId, customerId }: ProposalOrder, { data }: ConsultationServices): Promise<void> {
  const { data: waiting } = await data.ordersToSchedule.get({ customerId, orderId }).go()
  if (!waiting) throwRefusal('order-scheduled')
}

/**
 * Of a repeated press. Rounds after the first begin with a refusal by the client, so nobody has mailed them.
 * @throws Refusal `changed-meanwhile` when the client has answered, or other hours were sent
 */
async function readSent(orderId: string, { after, slots }: WantedProposals, { data }: ConsultationServices) {
  const { data: sent } = await data.slotProposals.get({ orderId }).go()
  const isSent = sent?.state === 'sent' && sent.round === 1 && sent.sentAt !== after
  if (!isSent || (slots && toStoredSlots(slots).join(' ') !== sent.slots.join(' ')))
    return throwRefusal('changed-meanwhile')
  return toSentProposals(sent)
}

const toStoredSlots = (slots: readonly string[]): readonly string[] =>
  slots.map((slot) => new Date(slot).toISOString()).toSorted()

async function requireFree(slots: readonly string[], services: ConsultationServices): Promise<readonly string[]> {
  for (const slot of slots) if (!(await isSlotFree(slot, PROPOSED_TYPE, services))) throwRefusal('slot-taken')
  return toStoredSlots(slots)
}
