import { describe, expect, test } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import type { Endpoint } from '#contract/endpoint'
import { payments as paymentEndpoints } from '#contract/payments'
import { purchases } from '#contract/purchases'
import { supplements } from '#contract/supplements-domain'
import { WRITE_ID_ATTRIBUTE } from '#data/recognise-own-writes'
import type { createEndpointCaller, TestRequest } from '../support/endpoint-caller.ts'
import {
  repeatableConsultationWrites,
  createRepeatSetup,
  listWrites,
  repeatablePaymentWrites,
  repeatableSupplementWrites,
} from '../support/repeatable-writes.ts'
import { countItemsByEntity, scanWholeTable } from '../support/scan-whole-table.ts'

/** Without budgets, whose writes name a version. */
const payments = { ...purchases, ...paymentEndpoints }

/** Each call creates a new address and ends the lost one, so that no unknown secret stays valid. */
const withoutRepeat = ['createFeed']

test('every write of booking and paying has a place among those that are sent twice', () => {
  expect(Object.keys(repeatableConsultationWrites).toSorted()).toEqual(
    listWrites(consultations).filter(isListed).toSorted(),
  )
  expect(Object.keys(repeatablePaymentWrites).toSorted()).toEqual(listWrites(payments).filter(isListed).toSorted())
})

/** They name a version or an item: repeated, they are refused and change nothing. */
const changesOfSupplements = ['edit', 'finish', 'reopen', 'remove', 'removeTemplate', 'removeProtocolTemplate']

test('every write of prescribing has a place there too, but for those that change or remove what is there', () => {
  expect([...Object.keys(repeatableSupplementWrites), ...changesOfSupplements].toSorted()).toEqual(
    listWrites(supplements).toSorted(),
  )
})

const isListed = (name: string): boolean => !withoutRepeat.includes(name)

type Setup = Awaited<ReturnType<typeof createRepeatSetup>>

/** Each write has another. */
const withoutWriteId = (item: object) =>
  Object.fromEntries(Object.entries(item).filter(([name]) => name !== WRITE_ID_ATTRIBUTE))

async function readEffects({ practice, shop: { stripe } }: Setup) {
  const items = await scanWholeTable(practice)
  const written = Object.fromEntries(
    items
      .filter((item) => item['__edb_e__']?.S !== 'rateLimit')
      .map((item) => [`${item['pk']?.S} ${item['sk']?.S}`, withoutWriteId(item)]),
  )
  const [refunds, sessions] = await Promise.all([
    stripe.client.refunds.list({ limit: 100 }),
    stripe.client.checkout.sessions.list({ limit: 100 }),
  ])
  return { written, refunds: refunds.data, sessions: sessions.data }
}

interface Call {
  readonly ask: ReturnType<typeof createEndpointCaller>
  readonly endpoint: Endpoint
  readonly request: TestRequest
}

async function sendTwice({ ask, endpoint, request }: Call, setup: Setup) {
  const answer = await ask(endpoint, request)
  const effects = await readEffects(setup)
  const again = await ask(endpoint, request)
  return { first: { answer, effects }, second: { answer: again, effects: await readEffects(setup) } }
}

async function countEffects({ practice, shop: { stripe } }: Setup) {
  const { rateLimit: _, ...counts } = await countItemsByEntity(practice)
  const { data: refunds } = await stripe.client.refunds.list({ limit: 100 })
  return { counts, refunds: refunds.length, sessions: stripe.standIn.sessions().length }
}

type Prepare = (typeof repeatablePaymentWrites)[string]

async function sendAloneAndAtOnce(
  endpoint: Endpoint,
  prepare: Prepare,
  toAsk: (setup: Setup) => ReturnType<typeof createEndpointCaller>,
) {
  const alone = await createRepeatSetup()
  await toAsk(alone)(endpoint, await prepare(alone))
  const setup = await createRepeatSetup()
  const [ask, request] = [toAsk(setup), await prepare(setup)]
  const [first, second] = await Promise.all([ask(endpoint, request), ask(endpoint, request)])
  return { first, second, effects: [await countEffects(alone), await countEffects(setup)] }
}

describe('sent twice at the same moment, both get the same answer and there is one effect:', () => {
  test.each(Object.entries(repeatableConsultationWrites))('consultations.%s', async (name, prepare) => {
    const endpoint: Endpoint = consultations[name as keyof typeof consultations]

    const { first, second, effects } = await sendAloneAndAtOnce(endpoint, prepare, ({ agenda }) => agenda)

    expect(first.status).toBeLessThan(300)
    expect(second).toEqual(first)
    expect(effects[1]).toEqual(effects[0])
  })

  test.each(Object.entries(repeatablePaymentWrites))('payments.%s', async (name, prepare) => {
    const endpoint: Endpoint = payments[name as keyof typeof payments]

    const { first, second, effects } = await sendAloneAndAtOnce(endpoint, prepare, ({ shop }) => shop.ask)

    expect(first.status).toBeLessThan(300)
    expect(second).toEqual(first)
    expect(effects[1]).toEqual(effects[0])
  })

  test.each(Object.entries(repeatableSupplementWrites))('supplements.%s', async (name, prepare) => {
    const endpoint: Endpoint = supplements[name as keyof typeof supplements]

    const { first, second, effects } = await sendAloneAndAtOnce(endpoint, prepare, ({ protocol }) => protocol)

    expect(first.status).toBeLessThan(300)
    expect(second).toEqual(first)
    expect(effects[1]).toEqual(effects[0])
  })
})

describe('sent again because its answer was lost, it gives the same answer and has one effect:', () => {
  test.each(Object.entries(repeatableConsultationWrites))('consultations.%s', async (name, prepare) => {
    const setup = await createRepeatSetup()
    const endpoint: Endpoint = consultations[name as keyof typeof consultations]

    const { first, second } = await sendTwice({ ask: setup.agenda, endpoint, request: await prepare(setup) }, setup)

    expect(first.answer.status).toBeLessThan(300)
    expect(second).toEqual(first)
  })

  test.each(Object.entries(repeatablePaymentWrites))('payments.%s', async (name, prepare) => {
    const setup = await createRepeatSetup()
    const endpoint: Endpoint = payments[name as keyof typeof payments]

    const { first, second } = await sendTwice({ ask: setup.shop.ask, endpoint, request: await prepare(setup) }, setup)

    expect(first.answer.status).toBeLessThan(300)
    expect(second).toEqual(first)
  })

  test.each(Object.entries(repeatableSupplementWrites))('supplements.%s', async (name, prepare) => {
    const setup = await createRepeatSetup()
    const endpoint: Endpoint = supplements[name as keyof typeof supplements]

    const { first, second } = await sendTwice({ ask: setup.protocol, endpoint, request: await prepare(setup) }, setup)

    expect(first.answer.status).toBeLessThan(300)
    expect(second).toEqual(first)
  })
})
