import { randomBytes } from 'node:crypto'
import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler as serveConsultations } from '../../functions/consultations/handler.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { bothConsents } from './early-start.ts'
import { consultationPurchase, type ShopSetup } from './shop.ts'

/** Each visitor has a separate browser, in a separate network unless an address is given. */
export function createSlotVisitor({ ask }: Pick<ShopSetup, 'ask'>, address = nextAddress()) {
  const ticket = randomBytes(32).toString('base64url')
  const headers = { 'x-forwarded-for': `${address}, 130.176.1.1` }
  return {
    ticket,
    headers,
    hold: (startsAt: string) =>
      ask(payments.holdSlot, { body: { ...consultationPurchase, startsAt, ticket }, headers }),
    release: () => ask(payments.releaseSlot, { body: { ticket }, headers }),
    checkout: (startsAt: string, more: object = {}) =>
      ask(payments.checkoutAnonymous, {
        body: { ...consultationPurchase, consents: bothConsents, ...more, hold: { ticket, startsAt } },
        headers,
      }),
  }
}

let networks = 0
function nextAddress(): string {
  networks += 1
  return `${20 + (networks % 180)}.${Math.floor(networks / 180)}.7.9`
}

export async function listFreeStarts({ practice }: Pick<ShopSetup, 'practice'>, week: string): Promise<string[]> {
  const ask = createEndpointCaller(serveConsultations(() => practice))
  const { body } = await ask(consultations.listFreeSlots, {
    query: { type: 'primera_consulta', week },
    headers: { 'x-forwarded-for': `${nextAddress()}, 130.176.1.1` },
  })
  return body.days.flatMap(({ slots }) => slots)
}
