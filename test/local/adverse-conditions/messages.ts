import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { registerClient } from './files.ts'
import { askAsAdministrator, switchCondition } from './product-under-conditions.ts'

const ROUNDS = 4

/** Nobody presses again: every request is answered as what it did. */
export async function writeToEachOther(): Promise<void> {
  await switchCondition('writes-meet-transactions', false)
  const { token, customerId } = await registerClient()
  const consent = { accepted: true, textVersion: HEALTH_CONSENT_VERSION } as const
  await callEndpointOverHttp(apiContract.consent.giveHealth, { body: consent }, { token })
  const params = { customerId }
  const { messages } = apiContract
  const empty = await askAsAdministrator(messages.listOfCustomer, { params, query: {} })
  expect(empty.items).toEqual([])
  await switchCondition('writes-meet-transactions', true)
  const texts: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const asked = { requestId: randomUUID(), text: `Pregunta ${round}` }
    const { message: question } = await callEndpointOverHttp(messages.sendMine, { body: asked }, { token })
    await askAsAdministrator(messages.seeOfCustomer, { params, body: { seenUntil: question.sentAt } })
    const answered = { requestId: randomUUID(), text: `Respuesta ${round}` }
    const { message: answer } = await askAsAdministrator(messages.sendToCustomer, { params, body: answered })
    await callEndpointOverHttp(messages.seeMine, { body: { seenUntil: answer.sentAt } }, { token })
    texts.unshift(answered.text, asked.text)
  }

  const { items, thread } = await callEndpointOverHttp(messages.listMine, { query: {} }, { token })
  expect(items.map(({ text }) => text)).toEqual(texts)
  expect(thread).toMatchObject({ question: null, seenByClient: items[0]?.sentAt })
}
