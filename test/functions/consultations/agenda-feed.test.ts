import { afterEach, describe, expect, test, vi } from 'vitest'
import { consultations } from '#contract/consultations-domain'
import { createLambdaHandler } from '../../../functions/consultations/handler.ts'
import { toInitials } from '../../../functions/consultations/public/agenda-calendar.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { parseCalendar } from '../../support/parse-calendar.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges, TEST_ORIGIN_SECRET } from '../../support/practice.ts'

async function openAgenda() {
  const practice = await createTestPractice()
  const [client, boss] = [await createCliente(practice), await createAdministrador(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(boss, practice)
  const book = async (startsAt: string) => {
    const wish = { startsAt, durationMinutes: 60, type: 'seguimiento', notes: 'Dolor de barriga' }
    return (await ask(consultations.book, { as: as(), body: { ...wish, customerId: client.customerId } })).body
  }
  const create = async () => {
    const { body } = await ask(consultations.createFeed, { as: as() })
    return { ...body, secret: new URL(body.url).searchParams.get('secret') ?? '' }
  }
  const revoke = () => ask(consultations.revokeFeed, { as: as() })
  const readState = async () => (await ask(consultations.readFeedState, { as: as() })).body
  const fetchFeed = (secret: string, headers = {}) => ask(consultations.readFeed, { query: { secret }, headers })
  return { practice, client, boss, ask, as, book, create, revoke, readState, fetchFeed }
}

const nothing = { status: 404, body: { code: 'not-found' } }

afterEach(() => void vi.restoreAllMocks())

describe('the practice’s own calendar', () => {
  test('reads the consultations since thirty days, with initials and nothing of what they are for', async () => {
    const { practice, client, ask, as, book, create, fetchFeed } = await openAgenda()
    const [past, soon, cancelled] = [
      await book('2026-11-22T10:00:00.000Z'),
      await book('2026-12-23T10:00:00.000Z'),
      await book('2026-12-24T10:00:00.000Z'),
    ]
    await ask(consultations.setStatus, {
      as: as(),
      params: { customerId: client.customerId, consultationId: cancelled.consultationId },
      body: { status: 'cancelled', version: 1 },
    })
    practice.clock.set('2026-12-22T10:00:00.000Z')
    const { secret } = await create()

    const { status, body } = await fetchFeed(secret)

    const { method, events } = parseCalendar(body)
    expect([status, method]).toEqual([200, 'PUBLISH'])
    expect(events).toMatchObject([
      { summary: 'L. F. · Consulta', startsAt: past.startsAt, endsAt: '2026-11-22T11:00:00.000Z' },
      { summary: 'L. F. · Consulta', startsAt: soon.startsAt, attendees: [], description: null, alarms: 0 },
    ])
    // Each links to its day in the practice's agenda, where the practice joins.
    expect([...body.replaceAll(/\r?\n /g, '').matchAll(/^URL[^:]*:(\S+)/gm)].map(([, url]) => url)).toEqual([
      'https://habitat.test/admin/agenda?view=day&day=2026-11-22',
      'https://habitat.test/admin/agenda?view=day&day=2026-12-23',
    ])
    expect(body).not.toMatch(/Luc[ií]a|Ferrer|seguimiento|barriga|correo\.test/i)
    practice.clock.advance({ seconds: 1 })
    expect(parseCalendar((await fetchFeed(secret)).body).events).toHaveLength(1)
  })

  test('shows a request until its term is over, and not after it, also before it is swept', async () => {
    const { practice, client, ask, create, fetchFeed } = await openAgenda()
    const wish = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' }
    const as = createPasswordSessionClaims(client, practice)
    expect((await ask(consultations.request, { as, body: wish })).body.lapsesAt).toBe('2026-11-23T09:00:00.000Z')
    const { secret } = await create()
    const readStarts = async () => parseCalendar((await fetchFeed(secret)).body).events.map(({ startsAt }) => startsAt)
    const before = await readStarts()

    practice.clock.advance({ hours: 48 })

    expect([before, await readStarts()]).toEqual([[wish.startsAt], []])
  })

  test('is given its address once, and nobody can read it again', async () => {
    const { practice, create, readState } = await openAgenda()
    expect(await readState()).toEqual({ createdAt: null })

    const { url, secret, createdAt } = await create()

    expect(url).toBe(`https://api.test/api/agenda/feed?secret=${secret}`)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await readState()).toEqual({ createdAt })
    const { data: stored } = await practice.data.agendaFeeds.get({ of: 'practice' }).go()
    expect(JSON.stringify(stored)).not.toContain(secret)
  })

  test('finds nothing with a secret that is wrong, missing, replaced or revoked', async () => {
    const { create, revoke, fetchFeed } = await openAgenda()
    const before = await fetchFeed('A'.repeat(43))
    const first = await create()
    const second = await create()

    const answers = [await fetchFeed(first.secret), await fetchFeed(''), await fetchFeed(`${second.secret}A`)]
    expect((await fetchFeed(second.secret)).status).toBe(200)
    await revoke()
    const revoked = await fetchFeed(second.secret)

    expect([before, ...answers, revoked]).toEqual(Array.from({ length: 5 }, () => nothing))
    expect((await revoke()).body).toEqual({ revoked: true })
  })

  test.each([
    ['is no administrator any more', { role: 'cliente' }],
    ['has no account any more', { status: 'deleted' }],
  ] as const)('is closed once whoever made it %s, and a colleague is shown that there is none', async (_, change) => {
    const { practice, boss, ask, create, fetchFeed } = await openAgenda()
    const colleague = await createAdministrador(practice)
    const { secret } = await create()
    expect((await fetchFeed(secret)).status).toBe(200)

    await practice.data.users.patch({ userId: boss.userId }).set(change).go()

    expect(await fetchFeed(secret)).toEqual(nothing)
    const as = createPasswordSessionClaims(colleague, practice)
    expect((await ask(consultations.readFeedState, { as })).body).toEqual({ createdAt: null })
  })

  test('asks the table the same, whether its secret is wrong or was revoked', async () => {
    const { practice, create, revoke, fetchFeed } = await openAgenda()
    const asked = vi.spyOn(practice.table.client, 'send')
    const countRequests = async (secret: string) => {
      asked.mockClear()
      await fetchFeed(secret)
      return asked.mock.calls.length
    }
    const { secret } = await create()
    const wrong = await countRequests('A'.repeat(43))
    await revoke()

    expect(await countRequests(secret)).toBe(wrong)
  })

  test('is not answered through CloudFront, whose log keeps what stands in a query', async () => {
    const { create, fetchFeed } = await openAgenda()
    const { secret } = await create()

    expect(await fetchFeed(secret, { 'x-origin-secret': TEST_ORIGIN_SECRET })).toEqual(nothing)
  })

  test('has its secret in no line that we log, nor in the audit log, which names who made and ended it', async () => {
    const lines = (['info', 'warn', 'error', 'log', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    )
    const { practice, create, revoke, fetchFeed } = await openAgenda()
    const { secret } = await create()
    await fetchFeed(secret)
    await fetchFeed(`${secret}x`)
    await revoke()

    const logged = JSON.stringify(lines.flatMap(({ mock }) => mock.calls))
    const changes = await listAuditChanges(practice)
    expect(logged).toContain('GET /agenda/feed')
    expect(`${logged}${JSON.stringify(changes)}`).not.toContain(secret)
    expect(changes.map(({ action }) => action)).toEqual(['AGENDA_FEED_CREATED', 'AGENDA_FEED_REVOKED'])
  })
})

test.each([
  ['Lucía Ferrer Gil', 'L. F. G.'],
  ['Ángel de la Ñ', 'Á. D. L. Ñ.'],
  ['lucia@correo.test', 'L.'],
  ['Ana Ruiz (eliminado)', 'A. R. E.'],
  ['😀 Sol', '😀. S.'],
])('%s is %s in a calendar', (name, initials) => {
  expect(toInitials(name)).toBe(initials)
})
