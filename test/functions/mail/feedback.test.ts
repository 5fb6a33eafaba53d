import { describe, expect, test, vi } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { notifications } from '#contract/notifications'
import { createMailFeedback, type SesEvent } from '../../../bin/local/ses/feedback.ts'
import { demoSesAccount, type MailOutcome } from '../../../bin/local/ses/account.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { createLambdaHandler as serveFeedback } from '../../../functions/mail/record-feedback.handler.ts'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { createLambdaHandler as serveNotifications } from '../../../functions/notifications/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createMailSetup } from '../../support/mail-setup.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { readLogged } from '../../support/logged.ts'

const content: MailTemplateData = { kind: 'test', name: '', userId: 'usr_00000001' }
const mailId = 'mai_00000001'

/** SES's events for a mail, produced by its stand-in, whose own test compares it with AWS. */
async function aSetup() {
  const office = await createMailSetup()
  const admin = await createAdministrador(office)
  const client = await createCliente(office)
  const { email, customerId } = client
  await office.data.clientAddresses.put({ email, customerId }).go()
  const [taken, events]: [SesEvent[], SesEvent[]] = [[], []]
  const { settle } = createMailFeedback({
    store: openDocumentStore(),
    now: office.now,
    publish: (event) => void (event.detail.eventType === 'Send' ? taken : events).push(event),
  })
  const createdAt = office.now().toISOString()
  const queue = (at = createdAt): Promise<unknown> =>
    office.data.mails
      .put({
        mailId,
        to: client.email,
        customerId: client.customerId,
        content,
        status: 'queued',
        attempts: 0,
        nextAttemptAt: at,
        createdAt: at,
      })
      .go()
  const ask = createEndpointCaller(serveNotifications(() => office))
  const record = serveFeedback(() => office)
  return {
    office,
    client,
    queue,
    taken,
    events,
    settle: (outcome: MailOutcome, tags: Readonly<Record<string, string>> = { mailId }) =>
      settle(
        {
          id: `010201936b0f-${events.length}`,
          from: 'hola@habitat.test',
          to: [client.email],
          subject: '',
          sentAt: createdAt,
          configurationSet: 'mails',
          tags,
        },
        { ...demoSesAccount, outcome },
      ),
    record: async (which = events) => {
      const recorded: boolean[] = []
      for (const event of which.splice(0)) recorded.push((await record(event)).recorded)
      return recorded
    },
    send: () => serveRetries(() => office)(),
    besideTheAddress: async () =>
      (
        await ask(notifications.addressRefusal, {
          as: createPasswordSessionClaims(admin, office),
          params: { customerId: client.customerId },
        })
      ).body.refusal,
    shown: async () =>
      (
        await ask(notifications.listOfCustomer, {
          as: createPasswordSessionClaims(admin, office),
          params: { customerId: client.customerId },
        })
      ).body.items.map(({ type, status, lastError }) => [type, status, lastError]),
  }
}

describe('a mail that SES took', () => {
  test.each([
    ['ended before it could note it', new Error('the process was killed'), 'sending'],
    ['never had the answer', new Error('socket hang up'), 'queued'],
  ] as const)('though its sender %s is not sent again', async (_, problem, status) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { office, queue, taken, settle, record, send } = await aSetup()
    await queue()
    const isKilled = status === 'sending'
    let killed: { readonly mockRestore: () => void } | undefined
    const sender = {
      ...office,
      send: async (message: Buffer, id: string) => {
        await office.send(message, id)
        settle('delivery')
        if (!isKilled) throw problem
        killed = vi.spyOn(office.data.mails, 'patch').mockImplementation(() => {
          throw problem
        })
      },
    }
    await serveRetries(() => sender)().catch(() => undefined)
    killed?.mockRestore()
    expect((await office.data.mails.get({ mailId }).go()).data?.status).toBe(status)

    const recorded = await record(taken)
    office.clock.advance({ hours: 2 })

    expect(recorded).toEqual([true])
    expect(await send()).toMatchObject({ tried: 0 })
    expect(office.sent).toHaveLength(1)
    expect((await office.data.mails.get({ mailId }).go()).data).toMatchObject({
      status: 'sent',
      sentAt: expect.any(String),
    })
  })

  test('and its sender noted is not touched by the event, nor one that waits to be put back', async () => {
    const { office, queue, taken, settle, record, send } = await aSetup()
    await queue()
    await send()
    settle('delivery')
    const sent = (await office.data.mails.get({ mailId }).go()).data

    const recorded = await record(taken)
    const after = (await office.data.mails.get({ mailId }).go()).data
    await office.data.mails
      .patch({ mailId })
      .set({ status: 'queued', attempts: 0, nextAttemptAt: sent?.nextAttemptAt ?? '' })
      .go()
    settle('delivery')

    expect([recorded, await record(taken)]).toEqual([[false], [false]])
    expect(after).toEqual(sent)
  })
})

describe('a mail that SES took and its recipient did not', () => {
  test.each([
    ['bounce', ['account', 'bounced', 'Permanent-General']],
    ['soft-bounce', ['account', 'bounced', 'Transient-MailboxFull']],
    ['complaint', ['account', 'complained', 'Complaint']],
  ] as const)('is in the client’s record after a %s, and is not sent again', async (outcome, line) => {
    const { office, queue, settle, record, send, shown } = await aSetup()
    await queue()
    await send()
    settle(outcome)

    expect(await record()).toEqual([true])

    expect(await shown()).toEqual([line])
    office.clock.advance({ days: 1 })
    expect(await send()).toMatchObject({ tried: 0 })
  })

  test('has arrived when only an automatic reply came back, which SES calls a bounce', async () => {
    const { queue, settle, events, record, send, shown, besideTheAddress } = await aSetup()
    await queue()
    await send()
    settle('automatic-reply')
    expect(events).toMatchObject([{ detail: { bounce: { bounceType: 'Transient', bounceSubType: 'General' } } }])

    expect(await record()).toEqual([false])

    expect(await shown()).toEqual([['account', 'sent', null]])
    expect(await besideTheAddress()).toBeNull()
  })

  test('has not arrived when a general bounce has the server’s notification', async () => {
    const { queue, settle, events, record, send, shown } = await aSetup()
    await queue()
    await send()
    settle('soft-bounce')
    const [event] = events as unknown as readonly { detail: { bounce: object } }[]
    Object.assign(event?.detail.bounce ?? {}, { bounceSubType: 'General' })

    await record()

    expect(await shown()).toEqual([['account', 'bounced', 'Transient-General']])
  })

  test('is suppressed when its address has refused before', async () => {
    const { queue, settle, record, send, shown } = await aSetup()
    settle('bounce', {})
    await record()
    await queue()
    await send()
    settle('delivery')

    await record()

    expect(await shown()).toContainEqual(['account', 'suppressed', 'OnAccountSuppressionList'])
  })

  test('is refused once, however often the event comes', async () => {
    const { queue, settle, record, send, shown, events } = await aSetup()
    await queue()
    await send()
    settle('bounce')
    events.push(...events)

    expect(await record()).toEqual([true, false])
    expect(await shown()).toEqual([['account', 'bounced', 'Permanent-General']])
  })

  test('stays refused when the event overtakes its sender', async () => {
    const { office, queue, settle, record, shown } = await aSetup()
    await queue()
    const send = office.send
    const sender = {
      ...office,
      send: async (message: Buffer, id: string) => {
        await send(message, id)
        settle('bounce')
        await record()
      },
    }

    await serveRetries(() => sender)()

    expect(await shown()).toEqual([['account', 'bounced', 'Permanent-General']])
  })

  test('because SES found a virus in it has failed, as an error in the log', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { queue, settle, record, send, shown } = await aSetup()
    await queue()
    await send()
    settle('reject')

    await record()

    expect(await shown()).toEqual([['account', 'failed', 'Reject']])
    expect(readLogged(errors)).toMatchObject([{ mailId, mail: 'failed' }])
  })

  test('and that is erased meanwhile is not written anew', async () => {
    const { office, settle, record, shown } = await aSetup()
    settle('bounce')

    expect(await record()).toEqual([false])

    expect(await shown()).toEqual([])
    expect((await office.data.mails.get({ mailId }).go()).data).toBeNull()
  })
})

describe('beside the address in a record', () => {
  test.each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ] as const)('stands that it refused its last mail, after a %s', async (outcome, status) => {
    const { queue, settle, record, send, besideTheAddress } = await aSetup()
    await queue()
    await send()
    expect(await besideTheAddress()).toBeNull()
    settle(outcome)
    await record()

    expect(await besideTheAddress()).toEqual({ status, at: '2026-11-21T09:00:00.000Z' })
  })

  test('stands that codes do not arrive either, until a mail is sent to it again', async () => {
    const { office, queue, settle, record, send, besideTheAddress } = await aSetup()
    settle('bounce', {})
    await record()
    expect(await besideTheAddress()).toMatchObject({ status: 'bounced' })

    office.clock.advance({ minutes: 1 })
    await queue(office.now().toISOString())
    await send()

    expect(await besideTheAddress()).toBeNull()
  })

  test('stands nothing of another address that the client had', async () => {
    const { office, client, settle, record, besideTheAddress } = await aSetup()
    settle('bounce', {})
    await record()

    await office.data.customers.patch({ customerId: client.customerId }).set({ email: 'nueva@correo.test' }).go()

    expect(await besideTheAddress()).toBeNull()
  })
})

describe('a code that Cognito sent', () => {
  test('and somebody’s server refused is in the client’s record, once', async () => {
    const { settle, record, shown, events } = await aSetup()
    settle('bounce', {})
    events.push(...events)

    expect(await record()).toEqual([true, false])

    expect(await shown()).toEqual([['account', 'bounced', 'Permanent-General']])
  })

  test('to an address that is no client’s is found by an erasure of that address', async () => {
    const { office, client, settle, record } = await aSetup()
    await office.data.clientAddresses.delete({ email: client.email }).go()
    settle('bounce', {})

    await record()

    const { data: noted } = await office.data.mails.query.due({ status: 'bounced' }).go()
    expect(noted).toMatchObject([{ to: client.email, customerId: expect.stringMatching(/^adr_[0-9a-f]{64}$/) }])
  })
})
