import type { consultations } from '#contract/consultations-domain'
import type { StoredConsultation } from '#data/consultation-queries'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { RefusalError, throwRefusal } from '#platform/refusal-error'
import type { ActionCall, EndpointAction } from '#platform/serve'
import type { ActionServices } from '#platform/services'
import { requireGuardianConsentIfMinor } from '../account/public/guardian.ts'
import { requireCustomer } from '../customers/public/require-customer.ts'
import { changeConsultation } from './change.ts'
import { requireOwnConsultation } from './mine.ts'
import { consumeConsultationChangeLimit } from './policy.ts'
import { toOwnConsultation } from './to-consultation.ts'

type Call = Pick<ActionCall<typeof consultations.answerPrice>, 'actor' | 'params' | 'body'>
type Answer = Call['body']

export const answerConsultationPrice: EndpointAction<typeof consultations.answerPrice> = async (call, services) => {
  try {
    return toOwnConsultation(await answer(call, services), services.now())
  } catch (error) {
    if (!(error instanceof RefusalError) || error.code !== 'changed-meanwhile') throw error
    const stored = await requireOwnConsultation(call.actor, call.params, services)
    if (!isAnswered(stored, call.body)) throw error
    return toOwnConsultation(stored, services.now())
  }
}

async function answer({ actor, params, body }: Call, services: ActionServices): Promise<StoredConsultation> {
  const { data, now } = services
  const stored = await requireOwnConsultation(actor, params, services)
  if (stored.status === 'cancelled') throwRefusal('consultation-closed')
  if (isAnswered(stored, body)) return stored
  if (stored.orderId || stored.budgetId) throwRefusal('order-already-paid')
  if (stored.proposedPriceCents !== body.priceCents) throwRefusal('changed-meanwhile')
  if (body.answer === 'accept') await requireMayOwe(actor, services)
  await consumeConsultationChangeLimit(data, actor.userId, now())
  const customer = await requireCustomer(requireOwnCustomerId(actor), data)
  const wanted = toAnswered(stored, body, now())
  const details = { answer: body.answer, startsAt: stored.startsAt, amountCents: body.priceCents }
  const action = 'CONSULTATION_PRICE_ANSWERED'
  return changeConsultation({ actor, customer, stored, wanted, action, details, isAnswer: true }, services)
}

async function requireMayOwe({ userId }: Actor, { data, now }: ActionServices): Promise<void> {
  const { data: user } = await data.users.get({ userId }).go()
  requireGuardianConsentIfMinor(user ?? throwRefusal('profile-missing'), now())
}

const isAnswered = (
  { priceCents, proposedPriceCents, priceDeclinedAt }: StoredConsultation,
  { answer: given, priceCents: shown }: Answer,
): boolean =>
  given === 'accept'
    ? priceCents === shown && proposedPriceCents === undefined
    : proposedPriceCents === shown && priceDeclinedAt !== undefined

function toAnswered(stored: StoredConsultation, { answer: given, priceCents }: Answer, now: Date): StoredConsultation {
  if (given === 'decline') return { ...stored, priceDeclinedAt: now.toISOString() }
  const { proposedPriceCents: _, priceDeclinedAt: __, ...rest } = stored
  return { ...rest, priceCents }
}
