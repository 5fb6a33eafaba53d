import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apiContract } from '#contract/api'
import { addDays, mondayOf, toViewerDay } from '#contract/calendar-days'
import { callApi } from '../../../frontend/src/api/call-api.ts'
import { ApiUnreachableError } from '../../../frontend/src/api/api-error.ts'

/* Requests sent by the inlined script before the panel's code is loaded: src/site/early-requests.ts. */
const prefix = 'CognitoIdentityServiceProvider.client'
const fetched = vi.fn<typeof fetch>()

function storeTokens(seconds: number): string {
  const exp = Math.floor(Date.now() / 1000) + seconds
  const jwt = `e30.${Buffer.from(JSON.stringify({ sub: 'sub-1', exp })).toString('base64url')}.signature`
  window.localStorage.setItem(`${prefix}.LastAuthUser`, 'sub-1')
  for (const name of ['accessToken', 'idToken']) window.localStorage.setItem(`${prefix}.sub-1.${name}`, jwt)
  return jwt
}

async function openDocument(): Promise<void> {
  vi.resetModules()
  await import('../../../frontend/src/site/early-requests.ts')
}

const monday = () => mondayOf(toViewerDay(new Date()))

const firstCalls = () => [
  callApi(apiContract.account.session, {}),
  callApi(apiContract.ownSupplements.listMine, { query: {} }),
  callApi(apiContract.ownSupplements.listDoses, { query: { from: monday(), to: addDays(monday(), 6) } }),
  callApi(apiContract.ownCustomer.current, {}),
  callApi(apiContract.ownCustomer.readOwnPathway, {}),
  callApi(apiContract.ownConsultations.nextOfMine, {}),
]

const fetchCount = () => fetched.mock.calls.length

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => Response.json({ code: 'not-found' }, { status: 404 }))
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.localStorage.clear()
  delete window.earlyResponses
})

test('the document asks for all that the panel shows first, and the panel asks for none of it again', async () => {
  const token = storeTokens(900)
  await openDocument()
  const headers = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  const asked = fetchCount()

  const answers = await Promise.allSettled(firstCalls())

  expect(new Set(headers)).toEqual(new Set([`Bearer ${token}`]))
  expect(asked).toBe(answers.length)
  expect(fetchCount()).toBe(asked)
  for (const answer of answers) expect(answer).toMatchObject({ reason: { code: 'not-found' } })
})

test('each answer is given once', async () => {
  storeTokens(900)
  await openDocument()
  await Promise.allSettled(firstCalls())
  const asked = fetchCount()

  await Promise.allSettled(firstCalls())

  expect(fetchCount()).toBe(2 * asked)
})

test.each([
  ['another session', () => void storeTokens(800)],
  ['whoever comes for it after ten seconds', () => void vi.spyOn(performance, 'now').mockReturnValue(Infinity)],
  [
    'whoever has changed something since',
    () => callApi(apiContract.purchases.quote, { body: { product: 'primera-consulta' } }).catch(() => undefined),
  ],
])('an early answer is not for %s', async (_, happen) => {
  storeTokens(900)
  await openDocument()
  await happen()
  const asked = fetchCount()

  await Promise.allSettled([callApi(apiContract.ownCustomer.current, {})])

  expect(fetchCount()).toBe(asked + 1)
  vi.restoreAllMocks()
})

test('the time zone that the page tells the server leaves it the early answers', async () => {
  storeTokens(900)
  await openDocument()
  await callApi(apiContract.accountSettings.saveTimeZone, { body: { timeZone: 'America/Bogota' } }).catch(
    () => undefined,
  )
  const asked = fetchCount()

  await Promise.allSettled(firstCalls())

  expect(fetchCount()).toBe(asked)
})

test('what the network lost is asked for again, and its failure is said', async () => {
  storeTokens(900)
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  await openDocument()
  const asked = fetchCount()

  await expect(callApi(apiContract.ownCustomer.current, {})).rejects.toBeInstanceOf(ApiUnreachableError)
  expect(fetchCount()).toBe(asked + 1)
})

test.each([
  ['nobody is signed in', () => undefined],
  ['the tokens have ended', () => void storeTokens(-60)],
])('nothing is asked for early where %s', async (_, prepare) => {
  prepare()
  await openDocument()

  expect(fetched).not.toHaveBeenCalled()
})
