import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type ApiDomain, endpointsByDomain } from '#contract/api-domains'
import { DOSING_RULES_VERSION } from '#contract/dosing-contradiction'
import type { Endpoint } from '#contract/endpoint'
import { type Database, openDatabase } from '#data/database'
import type { ApiResponse } from '#platform/http'
import type { lambdaSchedules } from '#platform/lambdas'
import { createDynamoTable, startLocalDynamoDb } from '../../local/dynamo.ts'
import { type BenchCall, type BenchPerson, createBenchEvent } from './bench-event.ts'
import { type BenchClock, createBenchServices } from './bench-services.ts'
import { countTableUse, meterTable, type TableUse } from './meter.ts'
import { seedBenchDay } from './seed-day.ts'
import { describeBenchClient, BENCH_NOW, seedBenchClients } from './seed-practice.ts'

const TABLE = 'bench'

export interface Measurement extends TableUse {
  readonly units: number
  readonly bytes: number
  readonly cpuMs: number
}

export interface BenchProduct {
  readonly grow: (from: number, to: number) => Promise<void>
  readonly fillDay: () => Promise<void>
  readonly call: (name: string, call?: BenchCall) => Promise<ApiResponse>
  readonly runJob: (name: keyof typeof lambdaSchedules) => Promise<unknown>
  readonly trigger: (name: string, event: object) => Promise<unknown>
  readonly measure: (ask: () => Promise<unknown>) => Promise<Measurement>
  readonly advance: (minutes: number) => void
  readonly newNumber: () => number
  readonly now: () => Date
  readonly administrator: BenchPerson
  readonly client: (n: number) => Promise<BenchPerson>
  readonly close: () => Promise<void>
}

/** The handlers on a table of the stand-in, in this process; all other services answer at once. */
export async function openBenchProduct(): Promise<BenchProduct> {
  const dynamo = await startLocalDynamoDb()
  const [client, seeding] = [connect(dynamo.endpoint), connect(dynamo.endpoint)]
  await createDynamoTable(client, TABLE, { streamed: false })
  meterTable(client)
  const clock = { at: Date.parse(BENCH_NOW), issued: 0 }
  const seeds = { client: seeding, table: TABLE, data: openDatabase({ table: TABLE, client: seeding }) }
  let clients = 0
  const handlerOf = createHandlerLoader(createBenchServices({ client, table: TABLE, clock, clients: () => clients }))
  const signIn = (sub: string) => writeBenchSession(seeds.data, sub, clock)
  await writeAdministrator(seeds.data)

  return {
    administrator: await signIn(ADMINISTRATOR),
    client: (n) => signIn(`bench-${describeBenchClient(n, n + 1).number}`),
    grow: async (from, to) => {
      await growPractice(seeds, { from, to, at: clock.at })
      clients = to
    },
    fillDay: () => seedBenchDay(seeds.data, { clients, at: clock.at }),
    call: async (name, call = {}) => {
      const [domain = '', action = ''] = name.split('.')
      const endpoint = (endpointsByDomain[domain as ApiDomain] as Readonly<Record<string, Endpoint>>)[action]
      if (!endpoint) throw new Error(`no endpoint is called ${name}`)
      const handler = await handlerOf(`${domain}/handler.ts`)
      const answer = (await handler(createBenchEvent(endpoint, call, clock.at) as never, {} as never)) as ApiResponse
      if ((answer.statusCode ?? 500) >= 400) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`)
      return answer
    },
    runJob: async (name) => (await handlerOf(`${name}.handler.ts`))({} as never, {} as never),
    trigger: async (name, event) => (await handlerOf(`${name}.handler.ts`))(event as never, {} as never),
    measure: measureCall,
    advance: (minutes) => void (clock.at += minutes * 60_000),
    newNumber: () => (clock.issued += 1),
    now: () => new Date(clock.at),
    close: async () => {
      client.destroy()
      seeding.destroy()
      await dynamo.stop()
    },
  }
}

const connect = (endpoint: string) =>
  new DynamoDBClient({ endpoint, region: 'eu-west-1', credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' } })

interface Seeds {
  readonly client: DynamoDBClient
  readonly table: string
  readonly data: Database
}

async function growPractice(
  seeds: Seeds,
  { from, to, at }: { readonly from: number; readonly to: number; readonly at: number },
): Promise<void> {
  await seedBenchClients(seeds, { from, to })
  const changedAt = new Date(at - 3_600_000).toISOString()
  const counts = { users: to + 1, clients: to, changes: to, changedAt, dosingRules: DOSING_RULES_VERSION }
  await seeds.data.counters.put({ of: 'practice', ...counts }).go()
}

async function measureCall(ask: () => Promise<unknown>): Promise<Measurement> {
  const before = process.cpuUsage()
  const { reply, use } = await countTableUse(ask)
  const { user, system } = process.cpuUsage(before)
  const { body } = (reply ?? {}) as ApiResponse
  const bytes = Buffer.byteLength(body ?? JSON.stringify(reply ?? null))
  return { ...use, units: use.readUnits + use.writeUnits, bytes, cpuMs: (user + system) / 1000 }
}

const ADMINISTRATOR = 'bench-administrator'

async function writeAdministrator(data: Database): Promise<void> {
  const createdAt = '2023-12-01T08:00:00.000Z'
  const account = { userId: `usr_${ADMINISTRATOR}`, email: 'consulta@habitat.example' }
  const name = { firstName: 'Ana', lastName: 'Prado', birthDate: '1980-01-01' }
  const since = { emailVerifiedAt: createdAt, mfaEnabledAt: createdAt, createdAt }
  await data.users.put({ ...account, ...name, ...since, role: 'administrador', status: 'active' }).go()
}

async function writeBenchSession(data: Database, sub: string, { at }: BenchClock): Promise<BenchPerson> {
  const sessionId = `00000000-0000-4001-8000-${(/\d+$/.exec(sub)?.[0] ?? '').padStart(12, '0')}`
  const now = new Date(at).toISOString()
  const from = { origin: 'password', device: 'Firefox', address: '203.0.113.7' } as const
  const times = { signedInAt: now, lastSeenAt: now, provenAt: now, expiresAtEpoch: Math.floor(at / 1000) + 86_400 * 30 }
  await data.signInSessions.put({ userId: `usr_${sub}`, sessionId, ...from, ...times }).go()
  return { sub, sessionId }
}

type Handler = (event: never, context: never) => Promise<unknown>

function createHandlerLoader(services: object): (path: string) => Promise<Handler> {
  const handlers = new Map<string, Handler>()
  return async (path) => {
    const handler = handlers.get(path) ?? (await loadHandler(path, services))
    handlers.set(path, handler)
    return handler
  }
}

async function loadHandler(path: string, services: object): Promise<Handler> {
  const module = (await import(`../../../functions/${path}`)) as {
    readonly createLambdaHandler: (open: () => object) => Handler
  }
  // That trigger reads the pool from its event.
  const opened = path.includes('pre-token') ? forPreToken(services) : services
  return module.createLambdaHandler(() => opened)
}

const forPreToken = (services: object): object => ({
  ...services,
  identities: () => Reflect.get(services, 'identities') as unknown,
})
