import type { DisputableCharges } from '../../bin/local/console/disputes.ts'
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { defaultScanSettings, type ScanSettings } from '../../bin/local/malware-scan.ts'
import {
  createLocalConsoleRouter,
  type DemoAccount,
  type LocalConsoleDependencies,
  type CapturedMail,
} from '../../bin/local/console/console.ts'
import { demoSesAccount, type SesAccountSettings } from '../../bin/local/ses/account.ts'
import type { SuppressedDestination } from '../../bin/local/ses/feedback.ts'

export const consoleAdministratorAccount: DemoAccount = {
  email: 'ada@example.com',
  password: 'Secreto-1',
  role: 'administrador',
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  recoveryCodes: ['ABCD2345', 'EFGH6789'],
}
export const consoleClientAccount: DemoAccount = {
  email: 'eva@example.com',
  password: 'Secreto-2',
  role: 'cliente',
  totpSecret: null,
  recoveryCodes: [],
}

export interface ConsoleTestState {
  mails: CapturedMail[]
  events: unknown[]
  now: Date
  down: Set<string>
  off: Set<string>
  adverse: boolean
  ses: SesAccountSettings
  suppressed: SuppressedDestination[]
  asked: unknown[]
  disputable: DisputableCharges
  scan: ScanSettings & { waiting: number }
}

export function createConsoleTestState(): ConsoleTestState {
  return {
    mails: [
      createReceivedMail({ id: 'm2', subject: 'Tu cita' }),
      createReceivedMail({ id: 'm1', subject: 'Bienvenida' }),
    ],
    events: [createStripeEvent('evt_1', 'charge.succeeded')],
    now: new Date('2026-11-02T09:00:00.000Z'),
    down: new Set(),
    off: new Set(),
    adverse: false,
    ses: demoSesAccount,
    suppressed: [{ address: 'nadie@example.com', reason: 'BOUNCE' }],
    asked: [],
    disputable: { charges: [], disputes: [] },
    scan: { ...defaultScanSettings, waiting: 0 },
  }
}

export function createReceivedMail(change: Partial<CapturedMail> = {}): CapturedMail {
  return {
    id: 'm1',
    to: ['eva@example.com'],
    from: 'hola@example.com',
    subject: 'Hola',
    text: 'Texto',
    html: '<p>Texto</p>',
    attachments: [],
    sentAt: '2026-11-02T08:00:00.000Z',
    ...change,
  }
}

export function createStripeEvent(id: string, type: string, object: object = {}): object {
  return { id, object: 'event', type, created: 1_793_600_000, data: { object } }
}

function partsOver(behind: () => ConsoleTestState): LocalConsoleDependencies {
  return {
    mailbox: () => behind().mails,
    accounts: () => [consoleAdministratorAccount, consoleClientAccount],
    clock: {
      now: () => behind().now,
      advance: async (duration) => {
        const days = /^P(\d+)D$/.exec(duration)?.[1]
        if (days === undefined) throw new RangeError('no duration')
        behind().now = new Date(behind().now.getTime() + Number(days) * 86_400_000)
        return behind().now
      },
    },
    stripe: {
      events: () => behind().events,
      redeliver: async (what) => {
        if (what.eventId === 'evt_gone') throw Object.assign(new Error("No such event: 'evt_gone'"), { status: 404 })
        behind().asked.push(what)
        return []
      },
      settle: async (sessionId, outcome) => {
        if (sessionId === 'cs_broken') throw new Error('the books are shut')
        behind().asked.push({ sessionId, outcome })
        return { id: sessionId }
      },
      disputable: () => behind().disputable,
      dispute: async (id, act) => {
        behind().asked.push({ id, act })
        return { id }
      },
    },
    outages: {
      list: () => ['dynamodb', 'stripe'].map((service) => ({ service, down: behind().down.has(service) })),
      set: async (service, down) => void (down ? behind().down.add(service) : behind().down.delete(service)),
    },
    protections: {
      list: () => ['table-key', 'files-key'].map((name) => ({ name, text: name, on: !behind().off.has(name) })),
      set: async (name, on) => void (on ? behind().off.delete(name) : behind().off.add(name)),
    },
    conditions: {
      list: () => [{ name: 'index-lag', label: 'Índices con retraso', text: 'Un segundo.', on: behind().adverse }],
      set: async (_, on) => void (behind().adverse = on),
    },
    mailService: {
      list: () => ({ ...behind().ses, suppressed: behind().suppressed }),
      set: (changes) => void (behind().ses = { ...behind().ses, ...changes }),
      unsuppress: (address) =>
        void (behind().suppressed = behind().suppressed.filter((each) => each.address !== address)),
    },
    scan: {
      list: () => behind().scan,
      set: (changes) => void Object.assign(behind().scan, changes),
      finishAll: () => {
        const { waiting } = behind().scan
        behind().scan.waiting = 0
        return waiting
      },
    },
  }
}

interface Asking {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface ConsoleReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly json: () => unknown
}

/** Requests that the console does not handle get 418. */
export async function startTestConsole(behind: () => ConsoleTestState) {
  const setup = createLocalConsoleRouter(partsOver(behind))
  const server = createServer((request, response) => {
    void setup(request, response).then((answered) => answered || response.writeHead(418).end())
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  const { port } = address

  const ask = (path: string, { method = 'GET', headers = {}, body = '' }: Asking = {}) =>
    new Promise<ConsoleReply>((resolve, reject) => {
      const sent = httpRequest({ port, host: '127.0.0.1', path, method, headers }, (response) => {
        const { statusCode: status = 0, headers: received } = response
        text(response).then(
          (content) =>
            resolve({ status, headers: received, text: content, json: () => JSON.parse(content) as unknown }),
          reject,
        )
      })
      sent.on('error', reject).end(body)
    })
  return {
    url: `http://127.0.0.1:${port}`,
    ask,
    order: (path: string, body: object, headers: Record<string, string> = {}) =>
      ask(path, { method: 'POST', body: JSON.stringify(body), headers }),
    browse: (path: string) => ask(path, { headers: { accept: 'text/html,*/*' } }),
    close: () => server.close(),
  }
}
