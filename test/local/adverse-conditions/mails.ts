import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { sendConsoleCommand } from '../../support/local-console.ts'
import type { Client } from './files.ts'
import { advanceClock, askAsAdministrator, countMails, expectSoon } from './product-under-conditions.ts'

export async function listMailStatuses({ customerId }: Client, type: string): Promise<readonly string[]> {
  const { items } = await askAsAdministrator(apiContract.notifications.listOfCustomer, {
    params: { customerId },
    query: {},
  })
  return items.filter((item) => item.type === type).map(({ status }) => status)
}

const RATE = 14

export async function withdrawalMailsArriveOnce(): Promise<void> {
  const emails = Array.from({ length: 2 * RATE }, () => createJourneyPerson().email)
  const countAll = () => Promise.all(emails.map((email) => countMails(email, /desistimiento/)))
  // All wait until the service is back, and are then sent at the same moment.
  await sendConsoleCommand('outage', { service: 'ses', down: true })
  try {
    for (const email of emails) {
      const body = { name: 'Marta Ruiz', email, withdrawalId: `wdr_${randomUUID()}` }
      await callEndpointOverHttp(apiContract.withdrawals.request, { body })
    }
  } finally {
    await sendConsoleCommand('outage', { service: 'ses', down: false })
  }
  for (const advance of ['PT2M', 'PT6M', 'PT16M']) await advanceClock(advance)

  const once = emails.map(() => 1)
  await expectSoon(countAll).toEqual(once)
  await advanceClock('PT61M')
  expect(await countAll()).toEqual(once)
}
