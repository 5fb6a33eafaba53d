import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CapturedMail } from '../../bin/local/console/console.ts'
import {
  createConsoleTestState,
  consoleAdministratorAccount,
  createReceivedMail,
  type ConsoleTestState,
  consoleClientAccount,
  startTestConsole,
} from './start-test-console.ts'

let behind: ConsoleTestState
let setup: Awaited<ReturnType<typeof startTestConsole>>

beforeAll(async () => {
  setup = await startTestConsole(() => behind)
})
beforeEach(() => {
  behind = createConsoleTestState()
})
afterAll(() => void setup.close())

function listed({ id, to, subject, text, html, attachments, sentAt }: CapturedMail): object {
  return { id, to, subject, text, html, attachments, sentAt }
}

describe('for programs', () => {
  test('the mailbox is listed newest first, with the promised fields and no others', async () => {
    const { json, headers } = await setup.ask('/_local/mail')

    expect(json()).toEqual(behind.mails.map(listed))
    expect(headers['content-type']).toContain('application/json')
  })

  test('one mail is JSON for a program and a page for a browser', async () => {
    const program = await setup.ask('/_local/mail/m1')
    const browser = await setup.browse('/_local/mail/m1')

    expect(program.json()).toMatchObject({ id: 'm1', subject: 'Bienvenida' })
    expect(browser.text).toContain('<title>Bienvenida · Mesa local</title>')
  })

  test('a mail that is not there is a 404 for both', async () => {
    const program = await setup.ask('/_local/mail/m9')
    const browser = await setup.browse('/_local/mail/m9')

    expect([program.status, browser.status]).toEqual([404, 404])
    expect(program.json()).toEqual({ message: 'Ese mensaje no está en el buzón.' })
  })

  test('an attachment is downloaded as bytes, whatever type it claims', async () => {
    const content = Buffer.from('BEGIN:VCALENDAR').toString('base64')
    behind.mails = [
      createReceivedMail({
        attachments: [{ filename: 'cita "1"\r\n.ics', contentType: 'text/html', content, size: 15 }],
      }),
    ]

    const { headers, text: received } = await setup.ask('/_local/mail/m1?attachment=0')

    expect(received).toBe('BEGIN:VCALENDAR')
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''cita%20%221%22%0D%0A.ics")
  })

  test('an attachment that is not there is a 404', async () => {
    const { status } = await setup.ask('/_local/mail/m1?attachment=0')

    expect(status).toBe(404)
  })

  test('the demo accounts are listed with their secrets', async () => {
    const { json } = await setup.ask('/_local/accounts')

    expect(json()).toEqual([consoleAdministratorAccount, consoleClientAccount])
  })

  test('the clock tells the time of the product', async () => {
    const { json } = await setup.ask('/_local/clock')

    expect(json()).toEqual({ now: '2026-11-02T09:00:00.000Z' })
  })

  test('the clock moves by an ISO duration and answers the new instant', async () => {
    const { status, json } = await setup.order('/_local/clock', { advance: 'P14D' })

    expect(status).toBe(200)
    expect(json()).toEqual({ now: '2026-11-16T09:00:00.000Z' })
  })

  test('a text that is no duration is refused, and the clock stands', async () => {
    const { status, json } = await setup.order('/_local/clock', { advance: 'mañana' })

    expect(status).toBe(400)
    expect(json()).toEqual({ message: '«mañana» no es una duración ISO 8601 hacia delante, como P14D o PT2H.' })
    expect(behind.now.toISOString()).toBe('2026-11-02T09:00:00.000Z')
  })

  test('the events of Stripe are listed as they are', async () => {
    const { json } = await setup.ask('/_local/stripe/events')

    expect(json()).toEqual(behind.events)
  })

  test('events are sent again: one, all, or so many times', async () => {
    await setup.order('/_local/stripe/redeliver', { eventId: 'evt_1', times: 3 })
    await setup.order('/_local/stripe/redeliver', { times: 5 })
    await setup.ask('/_local/stripe/redeliver', { method: 'POST' })

    expect(behind.asked).toEqual([{ eventId: 'evt_1', times: 3 }, { times: 5 }, {}])
  })

  test.each([0, 1.5, 101, '5'])('events are not sent %j times', async (times) => {
    const { status } = await setup.order('/_local/stripe/redeliver', { times })

    expect(status).toBe(400)
    expect(behind.asked).toEqual([])
  })

  test('what Stripe refuses is answered in its words', async () => {
    const { status, json } = await setup.order('/_local/stripe/redeliver', { eventId: 'evt_gone' })

    expect(status).toBe(404)
    expect(json()).toEqual({ message: "No such event: 'evt_gone'" })
  })

  test('a deferred payment is settled', async () => {
    await setup.order('/_local/stripe/settle', { sessionId: 'cs_1', outcome: 'failed' })

    expect(behind.asked).toEqual([{ sessionId: 'cs_1', outcome: 'failed' }])
  })

  test('a payment is disputed, and the dispute goes on', async () => {
    await setup.order('/_local/stripe/dispute', { id: 'ch_1', act: 'open' })
    const unknown = await setup.order('/_local/stripe/dispute', { id: 'ch_1', act: 'forget' })

    expect(behind.asked).toEqual([{ id: 'ch_1', act: 'open' }])
    expect(unknown.status).toBe(400)
  })

  test('a fault is a 500 that says what happened', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue()

    const { status, json } = await setup.order('/_local/stripe/settle', { sessionId: 'cs_broken', outcome: 'failed' })

    expect(status).toBe(500)
    expect(json()).toEqual({ message: 'the books are shut' })
    log.mockRestore()
  })

  test('a service is taken down and brought back', async () => {
    await setup.order('/_local/outage', { service: 'stripe', down: true })
    const during = await setup.ask('/_local/outage')
    await setup.order('/_local/outage', { service: 'stripe', down: false })
    const after = await setup.ask('/_local/outage')

    expect(during.json()).toContainEqual({ service: 'stripe', down: true })
    expect(after.json()).toContainEqual({ service: 'stripe', down: false })
  })

  test('an unknown service is a 404 that names the known ones', async () => {
    const { status, json } = await setup.order('/_local/outage', { service: 'fax', down: true })

    expect(status).toBe(404)
    expect(json()).toEqual({ message: 'No hay ningún servicio «fax». Los que hay: dynamodb, stripe.' })
  })
})

describe('what guards the product', () => {
  test('A-52 is switched off and on', async () => {
    await setup.order('/_local/protection', { name: 'table-key', on: false })
    const during = await setup.ask('/_local/protection')
    await setup.order('/_local/protection', { name: 'table-key', on: true })
    const after = await setup.ask('/_local/protection')

    expect(during.json()).toContainEqual({ name: 'table-key', text: 'table-key', on: false })
    expect(after.json()).toContainEqual({ name: 'table-key', text: 'table-key', on: true })
  })

  test('is a 404 that names the known ones where it is unknown', async () => {
    const { status, json } = await setup.order('/_local/protection', { name: 'lock', on: false })

    expect(status).toBe(404)
    expect(json()).toEqual({ message: 'No hay ninguna protección «lock». Las que hay: table-key, files-key.' })
  })
})

describe('a condition of the cloud', () => {
  test('is switched on and off', async () => {
    await setup.order('/_local/condition', { name: 'index-lag', on: true })
    const during = await setup.ask('/_local/condition')
    await setup.order('/_local/condition', { name: 'index-lag', on: false })
    const after = await setup.ask('/_local/condition')

    const told = { name: 'index-lag', label: 'Índices con retraso', text: 'Un segundo.' }
    expect(during.json()).toEqual([{ ...told, on: true }])
    expect(after.json()).toEqual([{ ...told, on: false }])
  })

  test('is a 404 that names the known ones where it is unknown, and a 400 without a state', async () => {
    const unknown = await setup.order('/_local/condition', { name: 'rain', on: true })
    const unclear = await setup.order('/_local/condition', { name: 'index-lag' })

    expect(unknown.status).toBe(404)
    expect(unknown.json()).toEqual({ message: 'No hay ninguna condición «rain». Las que hay: index-lag.' })
    expect(unclear.status).toBe(400)
    expect(unclear.json()).toEqual({ message: 'Petición no válida («on»): debe ser true o false' })
  })
})

describe('how SES treats the account', () => {
  test('is as in the demo until it is changed, one thing at a time', async () => {
    const first = await setup.ask('/_local/mail-service')
    await setup.order('/_local/mail-service', { sandbox: true })
    const { json } = await setup.order('/_local/mail-service', { outcome: 'bounce' })

    const demo = { throttling: false, quotaReached: false, sending: 'enabled', twice: false }
    expect(first.json()).toMatchObject({ ...demo, sandbox: false, outcome: 'delivery' })
    expect(json()).toMatchObject({ ...demo, sandbox: true, outcome: 'bounce' })
  })

  test('cannot be what SES does not know', async () => {
    const { status, json } = await setup.order('/_local/mail-service', { sending: 'broken' })

    expect(status).toBe(400)
    expect(json()).toEqual({ message: 'Petición no válida («sending»): debe ser uno de enabled, paused, suspended' })
  })

  test('lists suppressed addresses, and an operator takes one off', async () => {
    const { json } = await setup.order('/_local/mail-service/unsuppress', { address: 'nadie@example.com' })

    expect(json()).toMatchObject({ suppressed: [] })
  })
})

describe('the malware scan', () => {
  test('of uploads says what it finds and when, as it is told', async () => {
    const { json } = await setup.order('/_local/malware-scan', { result: 'THREATS_FOUND', pace: 'late', twice: true })

    const state = { result: 'THREATS_FOUND', pace: 'late', twice: true, waiting: 0 }
    expect(json()).toEqual(state)
    expect((await setup.ask('/_local/malware-scan')).json()).toEqual(state)
  })

  test('ends what waits for it when it is asked to', async () => {
    behind.scan.waiting = 2

    const { json } = await setup.order('/_local/malware-scan/finish', {})

    expect(json()).toEqual({ finished: 2 })
  })

  test('refuses a result that GuardDuty does not know', async () => {
    const { status, json } = await setup.order('/_local/malware-scan', { result: 'MAYBE' })

    expect(status).toBe(400)
    expect(json()).toEqual({ message: expect.stringContaining('NO_THREATS_FOUND, THREATS_FOUND, UNSUPPORTED') })
  })
})

describe('refusals', () => {
  const changing = [
    'clock',
    'stripe/redeliver',
    'stripe/settle',
    'stripe/dispute',
    'outage',
    'protection',
    'mail-service',
    'mail-service/unsuppress',
    'malware-scan',
  ].map((name) => `/_local/${name}`)

  test.each(changing)('%s refuses what is not JSON, or not an object', async (path) => {
    const malformed = await setup.ask(path, { method: 'POST', body: '{"advance"' })
    const list = await setup.order(path, [])

    expect([malformed.status, list.status]).toEqual([400, 400])
    expect(malformed.json()).toEqual({ message: 'El cuerpo de la petición no es JSON.' })
    expect(list.json()).toEqual({ message: 'Petición no válida: falta un objeto JSON' })
  })

  test.each([
    ['DELETE', '/_local', 'GET'],
    ['POST', '/_local/mail', 'GET'],
    ['PUT', '/_local/clock', 'GET, POST'],
    ['GET', '/_local/stripe/redeliver', 'POST'],
    ['PATCH', '/_local/outage', 'GET, POST'],
  ])('%s %s is a wrong method', async (method, path, allowed) => {
    const { status, headers } = await setup.ask(path, { method })

    expect(status).toBe(405)
    expect(headers.allow).toBe(allowed)
  })

  test.each(['/_local/fax', '/_localhost', '/_local/mail/m1/x'])('%s is left to others', async (path) => {
    const { status } = await setup.ask(path)

    expect(status).toBe(418)
  })
})
