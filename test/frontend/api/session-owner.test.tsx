import { QueryClientProvider, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/preact'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { apiContract } from '#contract/api'
import { loadAmplify } from '../../../frontend/src/api/amplify.ts'
import { AuthProvider, useAuth } from '../../../frontend/src/api/auth.tsx'
import { clearAuthSession } from '../../../frontend/src/api/auth-session.ts'
import { callApi } from '../../../frontend/src/api/call-api.ts'
import { callUntilAnswered } from '../../../frontend/src/api/call-until-answered.ts'
import { createQueryClient, endpointQueryOptions } from '../../../frontend/src/api/endpoint-query.ts'
import { NoticeToaster } from '../../../frontend/src/ui/notice-toaster.tsx'
import { showNotice } from '../../../frontend/src/ui/show-notice.ts'
import { amplifyAuthMocks, createAccountSession } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const prefix = 'CognitoIdentityServiceProvider.client'
const UNREAD = 'GET /messages/unread'
const PREFERENCE = 'PUT /account/time-zone'

interface Person {
  readonly id: string
  readonly unread: number
}
const lucia: Person = { id: 'lucia', unread: 3 }
const marta: Person = { id: 'marta', unread: 5 }

const encode = (value: object) => btoa(JSON.stringify(value))
const tokenOf = ({ id }: Person, validSeconds = 900) =>
  `e30.${encode({ sub: id, exp: Math.floor(Date.now() / 1000) + validSeconds, email: `${id}@example.com` })}.signed`

function storeTokens(person: Person, validSeconds?: number): void {
  window.localStorage.clear()
  window.localStorage.setItem(`${prefix}.LastAuthUser`, person.id)
  for (const name of ['accessToken', 'idToken'])
    window.localStorage.setItem(`${prefix}.${person.id}.${name}`, tokenOf(person, validSeconds))
  fakeApi.answer('GET /account/session', createAccountSession('cliente', { email: `${person.id}@example.com` }))
}

function notice({ id }: Person): void {
  window.dispatchEvent(new StorageEvent('storage', { key: `${prefix}.${id}.accessToken` }))
}

const pass = (milliseconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds)
  })

async function inOtherTab(change: () => void, whose: Person): Promise<void> {
  change()
  void act(() => notice(whose))
  await pass(1500)
}

const unreadOf = ({ unread }: Person) => ({ unread })
const unreadQuery = endpointQueryOptions(apiContract.messages.countUnreadOfMine, {})

let keepZone: (timeZone: string) => void
let refetchUnread: () => void
const kept = vi.fn<() => void>()
const left = vi.fn<() => void>()

function Unread() {
  const queries = useQueryClient()
  const { data, refetch } = useQuery(unreadQuery)
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => callApi(apiContract.accountSettings.saveTimeZone, { body: { timeZone } }),
    onSettled: () => {
      kept()
      queries.setQueryData(unreadQuery.queryKey, unreadOf(lucia))
    },
  })
  useEffect(() => left, [])
  // oxlint-disable-next-line react/globals -- what the page would do is done by the test
  keepZone = mutate
  // oxlint-disable-next-line react/globals -- as above
  refetchUnread = () => void refetch()
  return <p>{data ? `${data.unread} mensajes` : 'cargando'}</p>
}

function Page() {
  const { user } = useAuth()
  return (
    <>
      <h1>{user?.email ?? 'nadie'}</h1>
      {user && <Unread />}
    </>
  )
}

const open = () =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <Page />
      </AuthProvider>
    </QueryClientProvider>,
  )

async function openAsLucia(): Promise<void> {
  storeTokens(lucia)
  fakeApi.answer(UNREAD, unreadOf(lucia))
  open()
  await screen.findByText('3 mensajes')
}

/** Waits for Marta's data first, so that anything of Lucía's would be rendered by then. */
async function expectNothingOfLucia(): Promise<void> {
  expect(await screen.findByText('marta@example.com')).toBeDefined()
  expect(screen.getByText('cargando')).toBeDefined()
}

test('A-04 the next person finds nothing of a session that another tab has seen end', async () => {
  await openAsLucia()
  await inOtherTab(() => window.localStorage.clear(), lucia)
  expect(await screen.findByText('nadie')).toBeDefined()

  const answer = fakeApi.hold(UNREAD, unreadOf(marta))
  await inOtherTab(() => storeTokens(marta), marta)

  await expectNothingOfLucia()
  answer()
  expect(await screen.findByText('5 mensajes')).toBeDefined()
})

test('A-04 the next person finds nothing of a session that could not be refreshed', async () => {
  await openAsLucia()
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({})
  await pass(820_000)
  expect(await screen.findByText('nadie')).toBeDefined()

  fakeApi.hold(UNREAD, unreadOf(marta))
  await inOtherTab(() => storeTokens(marta), marta)

  await expectNothingOfLucia()
})

test("A-04 where another tab's sign-in takes the place of a session, the screen begins anew", async () => {
  await openAsLucia()
  left.mockClear()

  fakeApi.hold(UNREAD, unreadOf(marta))
  await inOtherTab(() => storeTokens(marta), marta)

  await expectNothingOfLucia()
  expect(left).toHaveBeenCalledOnce()
})

test('A-04 a page that comes back by the history belongs to whoever is signed in now', async () => {
  await openAsLucia()
  storeTokens(marta)
  fakeApi.hold(UNREAD, unreadOf(marta))

  void act(() => {
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  })

  expect(await screen.findByText('marta@example.com')).toBeDefined()
  expect(screen.getByText('cargando')).toBeDefined()
})

test('A-04 an answer that comes after its asker has left is shown to nobody', async () => {
  storeTokens(lucia)
  const answerLate = fakeApi.hold(UNREAD, unreadOf(lucia))
  open()
  await waitFor(() => expect(fakeApi.asked(UNREAD)).toHaveLength(1))

  fakeApi.hold(UNREAD, unreadOf(marta))
  await inOtherTab(() => storeTokens(marta), marta)
  answerLate()
  await pass(100)

  await expectNothingOfLucia()
})

test.each<[string, () => () => void]>([
  ['answered', () => fakeApi.hold(PREFERENCE, { timeZone: 'Europe/Paris' })],
  [
    'lost',
    () => {
      const { promise, reject } = Promise.withResolvers<Response>()
      fakeApi.answer(PREFERENCE, () => promise)
      return () => reject(new TypeError('Failed to fetch'))
    },
  ],
])('A-04 what somebody has sent before they left, and is %s later, changes nothing of the next', async (_, hold) => {
  kept.mockClear()
  await openAsLucia()
  const settle = hold()
  keepZone('Europe/Paris')
  await waitFor(() => expect(fakeApi.asked(PREFERENCE)).toHaveLength(1))

  void act(clearAuthSession)
  fakeApi.hold(UNREAD, unreadOf(marta))
  await inOtherTab(() => storeTokens(marta), marta)
  settle()
  await pass(100)

  await expectNothingOfLucia()
  expect(kept).not.toHaveBeenCalled()
})

test('A-04 a screen that has not noticed yet neither asks nor sends with the tokens of another', async () => {
  await openAsLucia()
  storeTokens(marta)
  fakeApi.answer(UNREAD, unreadOf(marta))

  refetchUnread()
  keepZone('Europe/Paris')
  await pass(100)

  expect(screen.getByText('3 mensajes')).toBeDefined()
  expect(fakeApi.asked(UNREAD)).toHaveLength(1)
  expect(fakeApi.asked(PREFERENCE)).toEqual([])
})

test('A-04 what a screen sends when it is taken away is not sent with the tokens of another', async () => {
  await openAsLucia()
  left.mockImplementationOnce(() => void Promise.resolve().then(() => keepZone('Europe/Paris')))

  await inOtherTab(() => storeTokens(marta), marta)

  expect(await screen.findByText('marta@example.com')).toBeDefined()
  expect(fakeApi.asked(PREFERENCE)).toEqual([])
})

test('A-04 what is sent again until it is answered is not sent again for another', async () => {
  await openAsLucia()
  fakeApi.unreachable(PREFERENCE)
  const ended = vi.fn<() => void>()
  void callUntilAnswered(apiContract.accountSettings.saveTimeZone, { body: { timeZone: 'Europe/Paris' } }).finally(
    ended,
  )
  await waitFor(() => expect(fakeApi.asked(PREFERENCE)).toHaveLength(1))

  void act(clearAuthSession)
  storeTokens(marta)
  void act(() => notice(marta))
  await pass(60_000)

  expect(fakeApi.asked(PREFERENCE)).toHaveLength(1)
  expect(ended).not.toHaveBeenCalled()
})

test('A-04 whoever has signed out does not come back with a refresh that was on its way', async () => {
  await openAsLucia()
  const { promise, resolve } = Promise.withResolvers<object>()
  amplifyAuthMocks.fetchAuthSession.mockReturnValue(promise)
  await pass(815_000)
  expect(amplifyAuthMocks.fetchAuthSession).toHaveBeenCalledWith({ forceRefresh: true })

  void act(clearAuthSession)
  const payload = { sub: 'lucia', exp: Date.now() / 1000 + 900 }
  resolve({ tokens: { accessToken: { payload, toString: () => 'late' } } })
  await pass(100)

  expect(screen.getByText('nadie')).toBeDefined()
})

test('on a device whose clock is an hour ahead a session is refreshed once in its lifetime', async () => {
  const storeAhead = () => {
    storeTokens(lucia, 900 - 3600)
    window.localStorage.setItem(`${prefix}.lucia.clockDrift`, '-3600000')
  }
  amplifyAuthMocks.fetchAuthSession.mockImplementation(async () => {
    storeAhead()
    const payload = { sub: 'lucia', exp: Math.floor(Date.now() / 1000) + 900 - 3600, email: 'lucia@example.com' }
    return { tokens: { accessToken: { payload, toString: () => 'refreshed' }, idToken: { payload } } }
  })
  await loadAmplify()
  storeAhead()
  fakeApi.answer(UNREAD, unreadOf(lucia))
  open()
  await screen.findByText('3 mensajes')

  await pass(60_000)
  expect(amplifyAuthMocks.fetchAuthSession).not.toHaveBeenCalled()

  await pass(840_000)
  expect(amplifyAuthMocks.fetchAuthSession).toHaveBeenCalledTimes(1)
})

const HELD = 'habitat-interior:unsent:memory:held-slot'

test.each([
  ['another', marta, null],
  ['the same person', lucia, '"her hour"'],
] as const)(
  'an hour that was held when a session ended is kept for its owner alone: %s signs in',
  async (_, next, hour) => {
    await openAsLucia()
    window.localStorage.setItem(HELD, '"her hour"')
    void act(clearAuthSession)
    expect(window.localStorage.getItem(HELD)).toBe('"her hour"')

    const before = Object.entries(window.localStorage)
    storeTokens(next)
    for (const [key, text] of before) window.localStorage.setItem(key, text)
    fakeApi.answer(UNREAD, unreadOf(next))
    void act(() => notice(next))
    await pass(1500)

    await screen.findByText(`${next.unread} mensajes`)
    expect(window.localStorage.getItem(HELD)).toBe(hour)
  },
)

test('an hour that a visitor has held is theirs after they have signed in', async () => {
  window.localStorage.setItem(HELD, '"an hour"')
  const before = Object.entries(window.localStorage)
  storeTokens(lucia)
  for (const [key, text] of before) window.localStorage.setItem(key, text)
  fakeApi.answer(UNREAD, unreadOf(lucia))

  open()

  await screen.findByText('3 mensajes')
  expect(window.localStorage.getItem(HELD)).toBe('"an hour"')
})

function Changed({ undo }: { readonly undo: () => void }) {
  useEffect(() => showNotice.undoable('Cliente eliminado', undo), [undo])
  return null
}

test('A-04 nobody undoes what the person before them has done', async () => {
  storeTokens(lucia)
  fakeApi.answer(UNREAD, unreadOf(lucia))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <Page />
      </AuthProvider>
      <Changed undo={kept} />
      <NoticeToaster />
    </QueryClientProvider>,
  )
  await screen.findByText('3 mensajes')
  expect(await screen.findByRole('button', { name: 'Deshacer' })).toBeDefined()

  void act(clearAuthSession)

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Deshacer' })).toBeNull())
})

test('the same person goes on where they were, without being asked for anything twice', async () => {
  await openAsLucia()
  left.mockClear()

  await inOtherTab(() => storeTokens(lucia, 1800), lucia)

  expect(screen.getByText('3 mensajes')).toBeDefined()
  expect(left).not.toHaveBeenCalled()
  expect(fakeApi.asked(UNREAD)).toHaveLength(1)
})
