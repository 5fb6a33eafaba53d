import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import type { ConditionName } from '../../../bin/local/adverse-conditions.ts'
import { defaultScanSettings } from '../../../bin/local/malware-scan.ts'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { payOnStripePage, registerVerifiedPerson } from '../../journeys/clients.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { getProductSite } from '../../support/product-site.ts'
import { sendConsoleCommand } from '../../support/local-console.ts'
import { createNetworkAddress } from '../../support/network-address.ts'
import { expectGiven, expectHiddenFrom, readStatus, registerClient, upload } from './files.ts'
import { listMailStatuses, withdrawalMailsArriveOnce } from './mails.ts'
import { writeToEachOther } from './messages.ts'
import {
  advanceClock,
  MAILS_COLLECTED,
  askAsAdministrator,
  countAuditEntries,
  countMails,
  expectSoon,
  readTerminal,
  retryWhileBusy,
  type KeptPromise,
  switchCondition,
} from './product-under-conditions.ts'
import { buy, expectBoughtOnce, expectRefundedOnce, RECEIPT } from './purchases.ts'
import { repeatedTriggerPromises, signInPromises } from './triggers.ts'

const rejectsFile = (promise: string, reason: string): KeptPromise => ({
  promise,
  keep: async () => {
    const client = await registerClient()
    const { fileId } = await upload(client)
    await expectSoon(() => readStatus(client)).toBe(`rejected ${reason}`)
    await expectHiddenFrom(client, fileId)
    expect(await countAuditEntries(client.customerId, 'FILE_REJECTED')).toBe(1)
  },
})

const buysOnce = (promise: string): KeptPromise => ({ promise, keep: async () => expectBoughtOnce(await buy()) })

/** Mails refused by the service wait, and are sent once when it is back. */
const mailsWait = (promise: string, condition: ConditionName): KeptPromise => ({
  promise,
  keep: async () => {
    const purchase = await buy()
    await advanceClock('PT2M')
    expect(await countMails(purchase.person.email, /./)).toBe(0)
    await switchCondition(condition, false)
    await advanceClock('PT16M')
    await expectBoughtOnce(purchase)
  },
})

const mailRefused = (promise: string, status: 'bounced' | 'complained'): KeptPromise => ({
  promise,
  keep: async () => {
    const condition = status === 'bounced' ? 'mail-bounced' : 'mail-complained'
    await switchCondition(condition, false)
    const client = await registerClient()
    await switchCondition(condition, true)
    await upload(client)
    await expectSoon(() => listMailStatuses(client, 'invoice')).toEqual(['queued'])
    await advanceClock(MAILS_COLLECTED)
    await expectSoon(() => listMailStatuses(client, 'invoice')).toEqual([status])
    await switchCondition(condition, false)
    await advanceClock('P1D')

    expect(await listMailStatuses(client, 'invoice')).toEqual([status])
    expect(await countMails(client.person.email, /factura nueva/)).toBe(status === 'bounced' ? 0 : 1)
    const { refusal } = await askAsAdministrator(apiContract.notifications.addressRefusal, {
      params: { customerId: client.customerId },
    })
    expect(refusal).toMatchObject({ status })
  },
})

const enterCustomer = (email: string, requestId: string = randomUUID()) =>
  askAsAdministrator(apiContract.customers.create, {
    body: { name: 'Marta Ruiz', email, requestId },
  })

/** From a network of its own: discount codes of one network are limited. */
async function askForQuote(): Promise<number> {
  const { status } = await fetch(`${getProductSite()}/api/payments/quote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-local-address': createNetworkAddress() },
    body: JSON.stringify({ product: 'primera-consulta', discountCode: 'BIENVENIDA10' }),
  })
  return status
}

const burst = (): Promise<readonly number[]> => Promise.all(Array.from({ length: 60 }, askForQuote))

const listNewest = async (): Promise<readonly string[]> => {
  const { items } = await askAsAdministrator(apiContract.customers.list, { query: { limit: 5 } })
  return items.map(({ customerId }) => customerId)
}

export const keptPromises: Readonly<Record<ConditionName, readonly KeptPromise[]>> = {
  'scan-slow': [
    {
      promise: 'an upload is under review, and the client’s once its scan has ended some seconds later',
      keep: async () => {
        const client = await registerClient()
        const { fileId } = await upload(client)
        expect(await readStatus(client)).toBe('scanning')
        await expectGiven(client, fileId)
        expect(await readStatus(client)).toBe('available')
      },
    },
  ],
  'scan-late': [
    {
      promise: 'an upload stays hidden until its scan has ended, and is announced once then',
      keep: async () => {
        const client = await registerClient()
        const { fileId } = await upload(client)
        await advanceClock('PT5M')
        expect(await readStatus(client)).toBe('scanning')
        await expectHiddenFrom(client, fileId)
        await sendConsoleCommand('malware-scan/finish', {})
        await expectGiven(client, fileId)
        await advanceClock('PT5M')
        expect(await countMails(client.person.email, /factura nueva/)).toBe(1)
        expect(await countAuditEntries(client.customerId, 'FILE_ADDED')).toBe(1)
      },
    },
  ],
  'scan-never': [
    {
      promise: 'an upload that nothing is said of is given up after a day, and the administrador reads why',
      keep: async () => {
        const client = await registerClient()
        const { fileId } = await upload(client)
        await advanceClock('PT23H')
        expect(await readStatus(client)).toBe('scanning')
        await advanceClock('PT2H')
        await expectSoon(() => readStatus(client)).toBe('rejected scan-missing')
        await expectHiddenFrom(client, fileId)
        // Restores the pace for the other promises.
        await sendConsoleCommand('malware-scan', defaultScanSettings)
      },
    },
  ],
  'scan-unsupported': [rejectsFile('an upload that cannot be read is refused with its reason', 'scan-unsupported')],
  'scan-failed': [rejectsFile('an upload whose scan fails is refused with its reason', 'scan-failed')],
  'scan-threats': [rejectsFile('an upload with malware reaches nobody', 'threats-found')],
  'index-lag': [
    buysOnce('a purchase is one payment, in the list of its buyer'),
    {
      promise: 'two administradores who enter the same address at once make one client',
      keep: async () => {
        const { email } = createJourneyPerson()
        const entered = await Promise.allSettled([enterCustomer(email), enterCustomer(email)])
        const refusals = entered.flatMap(({ status, ...rest }) =>
          'reason' in rest ? [String(rest.reason), status] : [],
        )
        expect(refusals).toEqual([expect.stringContaining('409 {"code":"client-email-taken"'), 'rejected'])
        await advanceClock('PT1S')
        await expectSoon(async () => {
          const { items } = await askAsAdministrator(apiContract.customers.list, { query: { search: email } })
          return items.map((item) => item.email)
        }).toEqual([email])
      },
    },
    {
      promise: 'a list is right a second later',
      keep: async () => {
        const { email } = createJourneyPerson()
        const { customerId } = await enterCustomer(email)
        await advanceClock('PT1S')
        expect(await listNewest()).toContain(customerId)
        await askAsAdministrator(apiContract.customers.remove, { params: { customerId } })
        await advanceClock('PT1S')
        expect(await listNewest()).not.toContain(customerId)
      },
    },
  ],
  'writes-throttled': [
    buysOnce('a purchase is written whole and once'),
    {
      promise: 'clients entered at once are all there, each once, with one entry in the log',
      keep: async () => {
        const emails = Array.from({ length: 6 }, () => createJourneyPerson().email)
        const entered = await Promise.all(
          emails.map((email) => {
            const requestId = randomUUID()
            return retryWhileBusy(() => enterCustomer(email, requestId))
          }),
        )
        expect(new Set(entered.map(({ customerId }) => customerId)).size).toBe(6)
        for (const { customerId } of entered) expect(await countAuditEntries(customerId, 'CUSTOMER_CREATED')).toBe(1)
      },
    },
  ],
  'writes-meet-transactions': [
    buysOnce(
      'a purchase during which transactions hold its items is one payment, one receipt and one entry in the log',
    ),
    {
      promise:
        'a client and the practice write to each other, and nobody is told that it failed or sends a message twice',
      keep: writeToEachOther,
    },
  ],
  'answers-lost': [
    buysOnce('a purchase whose every step is done twice is one payment, one receipt and one entry in the log'),
    {
      promise: 'a client who is entered is there once, and nobody is told that the address is taken',
      keep: async () => {
        const { email } = createJourneyPerson()
        const { customerId } = await enterCustomer(email)

        expect(await countAuditEntries(customerId, 'CUSTOMER_CREATED')).toBe(1)
        await askAsAdministrator(apiContract.customers.remove, { params: { customerId } })
        expect(await listNewest()).not.toContain(customerId)
      },
    },
    {
      promise: 'a client and the practice write to each other, and each message is there once',
      keep: writeToEachOther,
    },
    {
      promise: 'an upload is announced once and reaches its client',
      keep: async () => {
        const client = await registerClient()
        const { fileId } = await upload(client)
        await expectGiven(client, fileId)
        expect(await countAuditEntries(client.customerId, 'FILE_ADDED')).toBe(1)
      },
    },
    {
      promise: 'a colleague is invited, and nobody is told that the address is taken',
      keep: async () => {
        const { email } = createJourneyPerson()
        const invited = await askAsAdministrator(apiContract.users.invite, { body: { email, role: 'administrador' } })

        expect(invited).toMatchObject({ email, role: 'administrador' })
      },
    },
    {
      promise: 'Cognito, DynamoDB, S3 and Stripe have all lost answers when somebody has bought and been sent a file',
      keep: async () => {
        await expectBoughtOnce(await buy())
        const client = await registerClient()
        await expectGiven(client, (await upload(client)).fileId)

        const lost = new Set(readTerminal().match(/(?<=an answer of )\w+(?= was lost)/g))
        expect(lost).toEqual(new Set(['cognito', 'dynamodb', 's3', 'stripe']))
      },
    },
    ...signInPromises,
  ],
  'few-executions': [
    {
      promise: 'who comes eleventh is refused as busy, and people who press again buy once',
      keep: async () => {
        const [statuses, ...purchases] = await Promise.all([burst(), ...Array.from({ length: 4 }, () => buy())])
        expect(statuses).toContain(503)
        expect(statuses.filter((status) => ![200, 503].includes(status))).toEqual([])
        for (const purchase of purchases) await expectBoughtOnce(purchase)
      },
    },
  ],
  'events-twice': [
    buysOnce('a purchase whose events come twice is one payment, one receipt and one entry in the log'),
    {
      promise: 'a scan that is announced twice gives the file once, and tells its client once',
      keep: async () => {
        const client = await registerClient()
        const { fileId } = await upload(client)
        await expectGiven(client, fileId)
        await advanceClock('PT2M')
        expect(await countMails(client.person.email, /factura nueva/)).toBe(1)
        expect(await countAuditEntries(client.customerId, 'FILE_ADDED')).toBe(1)
      },
    },
  ],
  'events-late': [
    {
      promise: 'a payment whose buyer closed the page is there when Stripe tells of it, once',
      keep: async () => {
        const purchase = await buy(false)
        await advanceClock('PT1H')
        await advanceClock('PT1H')
        await expectBoughtOnce(purchase)
      },
    },
    {
      promise: 'an upload whose scan is told late is given by its tag, and announced once',
      keep: async () => {
        await switchCondition('events-late', false)
        const client = await registerClient()
        await switchCondition('events-late', true)
        // Otherwise the scan ends before the upload is completed, and needs no event.
        await switchCondition('scan-late', true)
        const { fileId } = await upload(client)
        await sendConsoleCommand('malware-scan/finish', {})
        await switchCondition('scan-late', false)
        await advanceClock('PT5M')
        await expectSoon(() => readStatus(client)).toBe('available')
        await advanceClock('PT61M')
        await advanceClock('PT61M')
        await expectGiven(client, fileId)
        expect(await countAuditEntries(client.customerId, 'FILE_ADDED')).toBe(1)
      },
    },
  ],
  'triggers-twice': repeatedTriggerPromises,
  'stripe-balance-empty': [
    {
      promise: 'a refund for which there is too little money waits, and is made once when the money has come',
      keep: async () => expectRefundedOnce(await buy(), () => switchCondition('stripe-balance-empty', false)),
    },
  ],
  'stripe-keys-forgotten': [
    {
      promise: 'an order that is taken up again two days later is paid once',
      keep: async () => {
        const person = createJourneyPerson()
        const { token } = await registerVerifiedPerson(person)
        const order = () =>
          callEndpointOverHttp(apiContract.purchases.checkout, { body: { product: 'primera-consulta' } }, { token })
        const first = await order()
        await advanceClock('P2D')
        const second = await order()
        expect(second.orderId).toBe(first.orderId)
        const sessionId = await payOnStripePage(second.url, person.email)
        await callEndpointOverHttp(apiContract.purchases.confirm, { body: { sessionId } })

        expect(await payAgain(first.url, person.email)).toBe('refused')
        await expectSoon(() => countMails(person.email, RECEIPT)).toBe(1)
        const { items } = await callEndpointOverHttp(apiContract.payments.list, { query: {} }, { token })
        expect(items).toHaveLength(1)
      },
    },
  ],
  'mail-sandbox': [mailsWait('mails to addresses that SES has not verified wait, and leave once', 'mail-sandbox')],
  'mail-suspended': [mailsWait('mails of a suspended account wait, and leave once', 'mail-suspended')],
  'mail-throttled': [
    { promise: 'more mails than SES takes in a second all arrive, each once', keep: withdrawalMailsArriveOnce },
  ],
  'mail-bounced': [mailRefused('a mail that bounces is not sent again, and the record says so', 'bounced')],
  'mail-complained': [mailRefused('a mail marked as spam is not sent again, and the record says so', 'complained')],
}

const payAgain = (url: string, email: string): Promise<string> =>
  payOnStripePage(url, email).then(
    () => 'paid',
    () => 'refused',
  )
