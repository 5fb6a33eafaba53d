import type { consultations } from '#contract/consultations-domain'
import { findOrdersToScheduleOf } from '#data/consultation-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { requireOneTimeLink } from '#platform/one-time-link'
import { consumeNetworkRateLimit } from '#platform/rate-limit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { chooseProposal } from './choose-proposal.ts'
import { consumeConsultationChangeLimit } from './policy.ts'
import { refuseProposals } from './refuse-proposals.ts'
import type { ConsultationServices } from './services.ts'
import { findProposalOrder, markProposalsSeen, type ProposalOrder, readProposals } from './slot-proposals.ts'

const LINK_USES = { name: 'proposal-links', tries: 60, minutes: 15 } as const

/** @throws Refusal `link-invalid`, also when its client has been removed */
async function requireLinkedOrder(
  { token, address }: { readonly token: string; readonly address: string },
  services: ConsultationServices,
): Promise<ProposalOrder> {
  await consumeNetworkRateLimit(services.data, LINK_USES, address, services.now())
  const { cause } = await requireOneTimeLink(token, 'slot-choice', services)
  const order = await findProposalOrder(cause, services)
  const { data: customer } = order
    ? await services.data.customers.get({ customerId: order.customerId }).go()
    : { data: null }
  return order && customer ? order : throwRefusal('link-invalid')
}

const READER = { userId: 'visitor' } as const

export const readSlotProposals: EndpointAction<typeof consultations.readSlotProposals, ConsultationServices> = async (
  { actor, body },
  services,
) => {
  const order = await requireLinkedOrder({ ...body, address: actor.address }, services)
  await markProposalsSeen(order, services)
  return readProposals(order, services, body.startsAt)
}

export const chooseSlotProposal: EndpointAction<typeof consultations.chooseSlotProposal, ConsultationServices> = async (
  { actor, body },
  services,
) => {
  const order = await requireLinkedOrder({ ...body, address: actor.address }, services)
  return chooseProposal(order, { ...body, actor: { ...actor, ...READER } }, services)
}

export const refuseSlotProposals: EndpointAction<
  typeof consultations.refuseSlotProposals,
  ConsultationServices
> = async ({ actor, body }, services) => {
  const order = await requireLinkedOrder({ ...body, address: actor.address }, services)
  return refuseProposals(order, { actor: { ...actor, ...READER }, round: body.round }, services)
}

export const readOwnSlotProposals: EndpointAction<
  typeof consultations.readOwnSlotProposals,
  ConsultationServices
> = async ({ actor }, services) => {
  const customerId = requireOwnCustomerId(actor)
  const waiting = await findOrdersToScheduleOf(services.data, customerId)
  const orders = await Promise.all(waiting.map(({ orderId }) => findProposalOrder(orderId, services)))
  // No proposals for an order that paid for an already booked consultation.
  const order = orders.find((each) => each?.customerId === customerId)
  if (!order) return { proposals: null }
  await markProposalsSeen(order, services)
  return { proposals: await readProposals(order, services) }
}

async function requireOwnOrder(
  { orderId, customerId }: { readonly orderId: string; readonly customerId: string },
  services: ConsultationServices,
): Promise<ProposalOrder> {
  const order = await findProposalOrder(orderId, services)
  return order?.customerId === customerId ? order : throwRefusal('not-found')
}

export const chooseOwnSlotProposal: EndpointAction<
  typeof consultations.chooseOwnSlotProposal,
  ConsultationServices
> = async ({ actor, params, body }, services) => {
  const order = await requireOwnOrder({ ...params, customerId: requireOwnCustomerId(actor) }, services)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  return chooseProposal(order, { ...body, actor }, services)
}

export const refuseOwnSlotProposals: EndpointAction<
  typeof consultations.refuseOwnSlotProposals,
  ConsultationServices
> = async ({ actor, params, body }, services) => {
  const order = await requireOwnOrder({ ...params, customerId: requireOwnCustomerId(actor) }, services)
  await consumeConsultationChangeLimit(services.data, actor.userId, services.now())
  return refuseProposals(order, { actor, round: body.round }, services)
}
