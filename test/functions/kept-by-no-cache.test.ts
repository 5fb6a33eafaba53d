import { beforeAll, expect, test, vi } from 'vitest'
import type { ApiDomain } from '#contract/api-domains'
import type { ApiResponse } from '#platform/http'
import { createApiGatewayEvent, type TestRequest } from '../support/endpoint-caller.ts'
import {
  allEndpoints,
  createUnknownIds,
  getSampleBody,
  getSampleQuery,
  type NamedEndpoint,
} from '../support/endpoints.ts'
import {
  createAdministrador,
  createCliente,
  createPasswordSessionClaims,
  type PracticePerson,
} from '../support/people.ts'
import { createTestPractice, type TestPractice } from '../support/practice.ts'

type Serving = (open: () => unknown) => (event: object, context: object) => Promise<ApiResponse | undefined>

let practice: TestPractice
let people: Readonly<Record<'administrador' | 'cliente', PracticePerson>>

beforeAll(async () => {
  practice = await createTestPractice()
  people = { administrador: await createAdministrador(practice), cliente: await createCliente(practice) }
})

const serving = async (domain: ApiDomain) =>
  ((await import(`../../functions/${domain}/handler.ts`)) as { createLambdaHandler: Serving }).createLambdaHandler

const requestOf = ({ name, endpoint }: NamedEndpoint): TestRequest => ({
  ...(endpoint.allow !== 'everyone' && {
    as: createPasswordSessionClaims(people[endpoint.allow[0] ?? 'cliente'], practice),
  }),
  params: createUnknownIds(endpoint),
  body: getSampleBody(name),
  query: getSampleQuery(name),
  ...(endpoint.direct && { headers: { 'x-origin-secret': undefined } }),
})

const openNothing = () => {
  throw new Error('the table is gone')
}

const keptByNone = allEndpoints.filter(({ endpoint }) => !endpoint.sharedCache)

test('A-70 nothing that a cache may keep is asked with a session, and only reading is kept', () => {
  const kept = allEndpoints.filter(({ endpoint }) => endpoint.sharedCache)

  expect(kept.map(({ name, endpoint }) => [name, endpoint.method, endpoint.allow])).toEqual([
    ['consultations.listFreeSlots', 'GET', 'everyone'],
  ])
})

test.each(keptByNone)('$name: what it answers, refuses or cannot answer is kept by no cache', async (named) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { domain, endpoint } = named
  const route = `${endpoint.method} ${endpoint.path}`
  const createLambdaHandler = await serving(domain)
  const request = requestOf(named)

  const answered = await createLambdaHandler(() => practice)(createApiGatewayEvent(route, request), {})
  const refused = await createLambdaHandler(() => practice)(
    createApiGatewayEvent(route, { ...request, headers: { 'x-origin-secret': 'a guess' } }),
    {},
  )
  const broken = await createLambdaHandler(openNothing)(createApiGatewayEvent(route, request), {})

  expect([refused?.statusCode, broken?.statusCode]).toEqual([endpoint.direct ? 404 : 403, 500])
  for (const response of [answered, refused, broken]) {
    expect(response?.headers).toMatchObject({ 'cache-control': 'no-store' })
  }
})
