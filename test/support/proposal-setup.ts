import { consultations } from '#contract/consultations-domain'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler } from '../../functions/consultations/handler.ts'
import { bothConsents } from './early-start.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import { createOutboxReader } from './outbox-reader.ts'
import { createAdministrador, createPasswordSessionClaims } from './people.ts'
import { createShopSetup, payAtStripe, payWithoutAccount, type ShopSetup } from './shop.ts'

export const BUYER = 'ana@correo.test'

export async function createProposalSetup() {
  const shop = await createShopSetup()
  const { practice } = shop
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const mailbox = createOutboxReader(practice)
  const pay = async (email = BUYER) => {
    const { orderId, sessionId } = await payWithoutAccount(shop, email)
    await shop.ask(payments.confirm, { body: { sessionId } })
    return orderId
  }
  const read = (token: string, more: object = {}) => ask(consultations.readSlotProposals, { body: { token, ...more } })
  const choose = (token: string, startsAt: string, more: object = {}) =>
    ask(consultations.chooseSlotProposal, { body: { token, startsAt, consents: bothConsents, ...more } })
  const refuse = (token: string, round: number) => ask(consultations.refuseSlotProposals, { body: { token, round } })
  const asPractice = createPasswordSessionClaims(await createAdministrador(practice), practice)
  const send = (orderId: string, body: object) =>
    ask(consultations.sendSlotProposals, { as: asPractice, params: { orderId }, body })
  const cancel = async () => {
    const [{ version, ...stored } = { version: 0, customerId: '', consultationId: '' }] = (
      await practice.data.consultations.scan.go()
    ).data
    const { customerId, consultationId } = stored
    const body = { status: 'cancelled', version } as const
    await ask(consultations.setStatus, { as: asPractice, params: { customerId, consultationId }, body })
  }
  const listWaiting = async () => (await ask(consultations.toSchedule, { as: asPractice, query: {} })).body.items
  return { shop, practice, ask, mailbox, pay, read, choose, refuse, send, cancel, listWaiting }
}

export type ProposalSetup = Awaited<ReturnType<typeof createProposalSetup>>

export async function payAndOpenMail({ pay, mailbox }: ProposalSetup, email = BUYER) {
  const orderId = await pay(email)
  return { orderId, token: await mailbox.tokenFor(email) }
}

export const listConsultations = async ({ practice }: Pick<ProposalSetup, 'practice'>) =>
  (await practice.data.consultations.scan.go()).data

export async function payWithAccount(shop: ShopSetup) {
  const { sessionId, orderId } = await payAtStripe(shop)
  await shop.ask(payments.confirm, { body: { sessionId } })
  return orderId
}
