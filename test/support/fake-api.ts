import type * as z from 'zod/mini'
import { apiContract } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { HealthConsentStatus } from '#contract/health-consent'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { refusalStatusCodes, type RefusalCode } from '#contract/refusals'
import { createPathwayInState } from './care-pathway-samples.ts'
import type { ContractBody, ContractRoute, ContractReply } from './contract-routes.ts'

type Query = Readonly<Record<string, string>>
type Answer = (body: unknown, query: Query) => Response | Promise<Response>

type Answering<Asked extends string> =
  | ContractReply<Asked>
  | ((body: ContractBody<Asked>, query: Query) => ContractReply<Asked> | Response | Promise<Response>)

interface Call {
  readonly endpoint: string
  readonly query: Query
  readonly body: unknown
  readonly authorization: string | null
}

/** The only request that the page itself sends to Cognito. */
const REVOCATION = 'POST /'

const answers = new Map<string, Answer>()
const calls: Call[] = []
const answeredCalls = new WeakSet<Call>()

export const givenHealthConsent: HealthConsentStatus = {
  state: 'given',
  givenAt: '2026-10-01T08:05:00.000Z',
  textVersion: HEALTH_CONSENT_VERSION,
  byGuardian: false,
  withdrawnAt: null,
  erasing: false,
}

const endpoints = Object.values(apiContract)
  .flatMap((domain): readonly Endpoint[] => Object.values(domain))
  .map((endpoint) => ({
    endpoint,
    route: new RegExp(`^${endpoint.method} ${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    isFixed: !endpoint.path.includes('{'),
  }))
  .toSorted((one, other) => Number(other.isFixed) - Number(one.isFixed))

const unexpected = new Set<string>()

const findRoute = (asked: string) => endpoints.find(({ route }) => route.test(asked))

function noteMismatch(part: string, schema: z.ZodMiniType | undefined, given: unknown): void {
  for (const { path, message } of schema?.safeParse(given).error?.issues ?? [])
    unexpected.add(`${part}: ${path.join('.')}: ${message}`)
}

/** The page would take it for a fault of the server, and the test would be about another thing than it seems. */
function noteUnexpectedReply(asked: string, reply: unknown): void {
  noteMismatch(`reply of ${asked}`, findRoute(asked)?.endpoint.reply, reply)
}

/** The server would refuse it (`serve` parses the same), and the test would see an answer that nobody gets. */
function noteUnexpectedRequest(asked: string, body: unknown, query: Query): void {
  const { endpoint, route } = findRoute(asked) ?? {}
  const params = Object.entries(route?.exec(asked)?.groups ?? {}).map(([name, text]) => [
    name,
    decodeURIComponent(text),
  ])
  noteMismatch(`path of ${asked}`, endpoint?.params, Object.fromEntries(params))
  noteMismatch(`query of ${asked}`, endpoint?.query, query)
  noteMismatch(`body of ${asked}`, endpoint?.body, body ?? null)
}

/** @throws Error that names the requests answered since the last call, and the replies, that the contract refuses */
export function requireExpectedCalls(): void {
  const found = [...unexpected]
  unexpected.clear()
  if (found.length > 0) throw new Error(`the contract refuses:\n${found.join('\n')}`)
}

const asAnswer =
  (endpoint: string, reply: unknown): Answer =>
  async (body, query) => {
    const given: unknown = typeof reply === 'function' ? await reply(body, query) : reply
    const response = given instanceof Response ? given : Response.json(given)
    if (!response.ok) return response
    noteUnexpectedRequest(endpoint, body, query)
    noteUnexpectedReply(endpoint, await response.clone().json())
    return response
  }

/**
 * Stubs the API at `fetch` and records its calls. An endpoint is a method and path of the contract below `/api`;
 * replies have the contract's types.
 */
export const fakeApi = {
  answer: <const Asked extends string>(endpoint: ContractRoute<Asked>, reply: Answering<Asked>): void =>
    void answers.set(endpoint, asAnswer(endpoint, reply)),
  refuse: <const Asked extends string>(
    endpoint: ContractRoute<Asked>,
    code: RefusalCode,
    problems?: Readonly<Record<string, readonly string[]>>,
  ): void => void answers.set(endpoint, () => Response.json({ code, problems }, { status: refusalStatusCodes[code] })),
  fail: <const Asked extends string>(endpoint: ContractRoute<Asked>, status: number): void =>
    void answers.set(endpoint, () => new Response('', { status })),
  unreachable: <const Asked extends string>(endpoint: ContractRoute<Asked>): void =>
    void answers.set(endpoint, () => Promise.reject(new TypeError('Failed to fetch'))),
  /** What no server of ours answers, with 200. */
  answerOutsideContract: <const Asked extends string>(endpoint: ContractRoute<Asked>, reply: object): void =>
    void answers.set(endpoint, () => Response.json(reply)),
  /** Untyped, for tests that generate replies from the contract's schemas. */
  answerAny: (endpoint: string, reply: object): void => void answers.set(endpoint, asAnswer(endpoint, reply)),
  /** For URLs of the storage, which the page checks before it navigates to them. */
  answerOutsideApi: (request: `GET /${string}`): void => void answers.set(request, () => Response.json({})),
  failOutsideApi: (request: `GET /${string}`, status: number): void =>
    void answers.set(request, () => new Response('', { status })),
  /** Delays the reply until the returned function is called. */
  hold: <const Asked extends string>(endpoint: ContractRoute<Asked>, reply: ContractReply<Asked>): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const answer = asAnswer(endpoint, reply)
    answers.set(endpoint, async (...asked) => {
      await promise
      return answer(...asked)
    })
    return resolve
  },
  asked: <const Asked extends string>(endpoint: ContractRoute<Asked>): readonly Call[] =>
    calls.filter((call) => call.endpoint === endpoint),
  /** Of those asked, the ones whose response the page has been given, also a refusal. */
  answered: <const Asked extends string>(endpoint: ContractRoute<Asked>): readonly Call[] =>
    calls.filter((call) => call.endpoint === endpoint && answeredCalls.has(call)),
  revoked: (): readonly unknown[] =>
    calls.filter(({ endpoint }) => endpoint === REVOCATION).map(({ body }) => (body as { Token?: unknown }).Token),
  answerRevocation: (answer: () => Promise<Response>): void => void answers.set(REVOCATION, answer),
}

const noMessages = {
  items: [],
  next: null,
  thread: { question: null, seenByClient: null, seenByPractice: null, answerDays: 2 },
}

const usualAnswers = (): void => {
  fakeApi.answer('GET /consent/health', givenHealthConsent)
  fakeApi.answer('PUT /account/time-zone', ({ timeZone }) => ({ timeZone }))
  fakeApi.answer('GET /questionnaire/check-ins', { items: [] })
  fakeApi.answer('GET /budgets', { items: [] })
  fakeApi.answer('POST /payments/quote', {
    listCents: 8000,
    saleCents: 8000,
    discountCents: 0,
    totalCents: 8000,
    currency: 'eur',
    noShowRule: 'lost',
  })
  fakeApi.answer('GET /analyses', { items: [], next: null })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/analyses', { items: [], next: null })
  fakeApi.answer('GET /supplements/mine/weeks', { items: [] })
  fakeApi.answer('GET /messages', noMessages)
  fakeApi.answer('GET /messages/unread', { unread: 0 })
  fakeApi.answer('GET /messages/templates', { items: [] })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/budgets', { items: [] })
  fakeApi.answer('GET /customers/cus_bbbbbbbb/budgets', { items: [] })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/messages', noMessages)
  fakeApi.answer('GET /customers/cus_aaaaaaaa/check-ins', { items: [] })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/adherence/weeks', { items: [] })
  fakeApi.answer('GET /customers/current/pathway', createPathwayInState('follow-up-booked'))
  fakeApi.answer('GET /privacy/openings', { items: [], next: null })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/openings', { items: [], next: null })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/payments/unproven', { items: [] })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/pathway', {
    state: 'to-book',
    step: 1,
    turn: 'client',
    due: null,
    facts: {},
    corrections: [],
    version: 0,
    tasks: [],
  })
  fakeApi.answer('GET /customers/cus_aaaaaaaa/health-consent', { ...givenHealthConsent, basis: null, mayEnter: true })
  fakeApi.answer('GET /consultations/holds', { items: [] })
  fakeApi.answer('GET /consultations/waiting-list', { items: [] })
  fakeApi.answer('GET /consultations/mine/waiting-list', { waiting: false, canWait: false, offer: null })
  fakeApi.answer('GET /consultations/mine/summaries', { items: [], next: null })
  fakeApi.answer('GET /consultations/to-close', { items: [], next: null })
  fakeApi.answer('GET /customers/tasks', { items: [], more: false })
  // Requested below the list of clients; nearly always empty.
  fakeApi.answer('GET /withdrawals', { items: [], next: null })
  fakeApi.answer('GET /files/rejected', { items: [], next: null })
}

export function resetFakeApi(): void {
  clearFakeApi()
  unexpected.clear()
  usualAnswers()
}

export function clearFakeApi(): void {
  answers.clear()
  calls.length = 0
}

const config = { region: 'eu-west-1', userPoolId: 'eu-west-1_pool', userPoolClientId: 'client', oauthDomain: '' }

export async function fakeFetch(
  address: string,
  { method = 'GET', body, headers }: RequestInit = {},
): Promise<Response> {
  if (address === '/config.json') return Response.json(config)
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const endpoint = `${method} ${pathname.replace(/^\/api/, '')}`
  const given: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
  const authorization = new Headers(headers).get('authorization')
  const query = Object.fromEntries(searchParams)
  const call = { endpoint, query, body: given, authorization }
  calls.push(call)
  const response =
    (await answers.get(endpoint)?.(given, query)) ?? Response.json({ code: 'not-found' }, { status: 404 })
  answeredCalls.add(call)
  return response
}
