import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { apiContract } from '#contract/api'
import { refusalStatusCodes } from '#contract/refusals'
import { callApi } from '../../../frontend/src/api/call-api.ts'
import { computeRetryDelayMs, shouldRetryQuery } from '../../../frontend/src/api/endpoint-query.ts'
import { ApiError, ApiUnreachableError } from '../../../frontend/src/api/api-error.ts'
import { getServerNow, syncServerClock } from '../../../frontend/src/ui/server-clock.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => void vi.stubGlobal('fetch', fetched.mockReset()))
afterEach(() => void vi.unstubAllGlobals())

const quote = () => callApi(apiContract.purchases.quote, { body: { product: 'primera-consulta' } })

test('a refusal arrives as its code and its problems', async () => {
  const problems = { discountCode: ['Código de descuento no válido'] }
  fetched.mockResolvedValue(Response.json({ code: 'discount-invalid', problems }, { status: 409 }))

  await expect(quote()).rejects.toMatchObject({ code: 'discount-invalid', problems })
})

test('a fault is no refusal, and is said in Spanish', async () => {
  fetched.mockResolvedValue(Response.json({ code: 'fault' }, { status: 500 }))

  const error: unknown = await quote().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ApiUnreachableError)
  expect(error).toMatchObject({ status: 500, message: expect.stringMatching(/nuestro servidor/) })
})

test('a server that is busy says so, and that asking again in some seconds helps', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Service Unavailable' }, { status: 503 }))

  await expect(quote()).rejects.toMatchObject({
    status: 503,
    message: 'Hay muchas peticiones en este momento. Espera unos segundos e inténtalo de nuevo.',
  })
})

test('what the gateway itself refuses is understood by its status', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Too Many Requests' }, { status: 429 }))

  await expect(quote()).rejects.toMatchObject({ code: 'too-many-attempts' })
})

test('a 429 of the firewall, which is a page, says the same and is not tried again', async () => {
  fetched.mockResolvedValue(new Response('<p>Demasiadas peticiones</p>', { status: 429 }))

  const error: unknown = await quote().catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({ code: 'too-many-attempts' })
  expect(shouldRetryQuery(0, error as Error)).toBe(false)
})

test('the gateway’s own 403 says that the person may not', async () => {
  fetched.mockResolvedValue(Response.json({ message: 'Forbidden' }, { status: 403 }))

  await expect(quote()).rejects.toMatchObject({ code: 'not-allowed' })
})

test.each([
  ['a page', () => new Response('<html><h1>403 ERROR</h1></html>', { status: 403 })],
  ['nothing', () => new Response(null, { status: 403 })],
])('a 403 of the firewall, which says %s, is a fault of that request', async (_, blocked) => {
  fetched.mockResolvedValue(blocked())

  const error: unknown = await quote().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ApiUnreachableError)
  expect(error).toMatchObject({ status: 403, message: expect.stringMatching(/nuestro servidor/) })
})

test('a reply that breaks the contract does not reach the page', async () => {
  fetched.mockResolvedValue(Response.json({ totalCents: '80 euros' }))

  await expect(quote()).rejects.toBeInstanceOf(ApiUnreachableError)
})

test('whoever is not signed in is told so without asking the server', async () => {
  await expect(callApi(apiContract.payments.list, { query: {} })).rejects.toMatchObject({ code: 'not-signed-in' })

  expect(fetched).not.toHaveBeenCalled()
})

test('what anybody may ask carries no token', async () => {
  fetched.mockResolvedValue(Response.json({ status: 'ok' }))

  await callApi(apiContract.security.health, { params: { check: 'health' } })

  expect(fetched.mock.calls[0]?.[0]).toBe('/api/health')
  expect(fetched.mock.calls[0]?.[1]?.headers).not.toHaveProperty('authorization')
})

test('a reply that a cache has kept for half a minute leaves the clock where the server’s own replies put it', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-29T10:00:30.000Z') })
  onTestFinished(() => {
    vi.useRealTimers()
    syncServerClock(new Date().toUTCString())
  })
  const week = { durationMinutes: 60, bookable: { from: '2026-11-30', to: '2027-02-28' }, days: [] }
  fetched.mockResolvedValue(Response.json(week, { headers: { date: 'Sun, 29 Nov 2026 10:00:00 GMT', age: '30' } }))

  await callApi(apiContract.freeSlots.listFreeSlots, { query: { type: 'primera_consulta', week: '2026-11-30' } })

  expect(getServerNow().toISOString()).toBe('2026-11-29T10:00:30.000Z')
})

test('LIM-17 a fault is tried three times more, a refusal never', () => {
  const fault = new ApiUnreachableError('Sin conexión')

  expect([0, 1, 2, 3].map((failures) => shouldRetryQuery(failures, fault))).toEqual([true, true, true, false])
  expect(shouldRetryQuery(0, new ApiError('not-allowed'))).toBe(false)
})

test('LIM-17 only the refusals whose status says that the fault is not the caller’s are tried again', () => {
  const codes = Object.keys(refusalStatusCodes) as (keyof typeof refusalStatusCodes)[]

  expect(codes.filter((code) => shouldRetryQuery(0, new ApiError(code)))).toEqual(
    codes.filter((code) => refusalStatusCodes[code] >= 500),
  )
})

test('a refusal that a later release has added is one for this page too, which can only be loaded again', async () => {
  fetched.mockResolvedValue(Response.json({ code: 'practice-on-holiday' }, { status: 409 }))

  const error: unknown = await quote().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ text: expect.stringMatching(/Recarga la página/), field: undefined })
})

test('LIM-17 tries are one second apart, then twice as long each time, at most thirty seconds', () => {
  expect([0, 1, 2, 10].map((failures) => computeRetryDelayMs(failures))).toEqual([1000, 2000, 4000, 30_000])
})
