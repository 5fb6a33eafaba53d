import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, createEvent, fireEvent, getConfig, render, screen, waitFor } from '@testing-library/preact'
import userEvent from '@testing-library/user-event'
import { BrowserRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { expect, vi } from 'vitest'
import type { SignedInAccount } from '#contract/account'
import type { Role } from '#contract/endpoint'
import { setKnownVisitorLink } from '../../frontend/src/api/auth-ticket.ts'
import { AuthProvider } from '../../frontend/src/api/auth.tsx'
import { createQueryClient } from '../../frontend/src/api/endpoint-query.ts'
import { setSessionOwner } from '../../frontend/src/api/session-owner.ts'
import { sessionRenewal } from '../../frontend/src/api/session-renewal.ts'
import { setStrongPasswordsEnforced } from '../../frontend/src/api/strong-password-setting.ts'
import { AppRouter } from '../../frontend/src/router.tsx'
import { browserWindowActions } from '../../frontend/src/ui/browser-window-actions.ts'
import { restoreControlledFields } from '../../frontend/src/site/controlled-fields.ts'
import { runEffectsAtOnce } from '../../frontend/src/site/effects-at-once.ts'
import { syncServerClock } from '../../frontend/src/ui/server-clock.ts'
import { NoticeToaster } from '../../frontend/src/ui/notice-toaster.tsx'
import type { ContractRoute } from './contract-routes.ts'
import { clearFakeApi, fakeFetch, resetFakeApi, fakeApi } from './fake-api.ts'
import { speedUpJsdom } from './fast-jsdom.ts'

speedUpJsdom()
restoreControlledFields()
runEffectsAtOnce()

const boxes = ['checkbox', 'radio', 'file']
/** As in a browser: `input` while typing, both events for a choice. */
fireEvent.change = (element, given) => {
  const isTyped =
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && !boxes.includes(element.type))
  const isHandled = fireEvent(element, createEvent.input(element, given))
  return isTyped ? isHandled : fireEvent(element, createEvent.change(element, given))
}

const { setImmediate: waitForNext } = globalThis
/** Renders the result and its effects before the test continues. */
async function asyncWrapper<Result>(ask: (...args: never[]) => Promise<Result>): Promise<Result> {
  const result = await ask()
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(1)
  await new Promise((resolve) => waitForNext(resolve))
  return result
}

const { getElementError: describeWithDocument } = getConfig()

/** Prints the document only after the last attempt: printing it at every attempt took a third of the suite's time. */
function getElementError(message: string | null, container: Element): Error {
  const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
  if (!isWaiting) return describeWithDocument(message, container)
  return Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
}

/** Mocks of Amplify's functions (installed in browser-app-hooks.ts). */
export const amplifyAuthMocks = {
  confirmResetPassword: vi.fn<(given: unknown) => Promise<unknown>>(),
  confirmSignIn: vi.fn<(given: unknown) => Promise<unknown>>(),
  fetchAuthSession: vi.fn<(asked?: { readonly forceRefresh?: boolean }) => Promise<unknown>>(),
  resetPassword: vi.fn<(given: unknown) => Promise<unknown>>(),
  signIn: vi.fn<(given: unknown) => Promise<unknown>>(),
  signOut: vi.fn<() => Promise<void>>(),
  signInWithRedirect: vi.fn<(given: unknown) => Promise<void>>(),
}

export const createCognitoError = (name: string, message = '') => Object.assign(new Error(message), { name })

const sessionKey = 'CognitoIdentityServiceProvider.client.LastAuthUser'
export const REFRESH_TOKEN = 'refresh-token'

/** Of Amplify's storage, the page reads only the access token, through its mock. */
function storeSession(): void {
  window.localStorage.setItem(sessionKey, 'sub-1')
  window.localStorage.setItem('CognitoIdentityServiceProvider.client.sub-1.refreshToken', REFRESH_TOKEN)
}

const tokens = (email: string) => {
  const payload = { sub: 'sub-1', exp: Math.floor(Date.now() / 1000) + 900, email }
  return { tokens: { accessToken: { payload, toString: () => 'access-token' }, idToken: { payload } } }
}

export const createAccountSession = (role: Role, more: Partial<SignedInAccount> = {}): SignedInAccount => ({
  userId: 'usr_aaaaaaaa',
  email: 'lucia@example.com',
  displayName: 'Lucía Ferrer',
  firstName: 'Lucía',
  lastName: 'Ferrer',
  role,
  customerId: role === 'cliente' ? 'cus_aaaaaaaa' : null,
  emailVerifiedAt: '2026-10-01T09:00:00Z',
  mfaEnabled: role === 'administrador',
  origin: 'password',
  assured: true,
  ...more,
})

export function stubCognitoTokens(role: Role, more: Partial<SignedInAccount> = {}): void {
  const { signIn, confirmSignIn } = amplifyAuthMocks
  const countSignIns = () => signIn.mock.calls.length + confirmSignIn.mock.calls.length
  let storedAfter = -1
  amplifyAuthMocks.fetchAuthSession.mockImplementation(async () => {
    // Like Amplify: tokens moved to the tab's storage stay there, and deleted ones are gone.
    const isStored = [window.localStorage, window.sessionStorage].some((storage) => storage.getItem(sessionKey))
    if (!isStored && storedAfter === countSignIns()) return {}
    storedAfter = countSignIns()
    if (!isStored) storeSession()
    return tokens('lucia@example.com')
  })
  fakeApi.answer('GET /account/session', createAccountSession(role, more))
}

export function signInAsRole(role: Role, more: Partial<SignedInAccount> = {}): void {
  storeSession()
  stubCognitoTokens(role, more)
}

export const createGoogleSessionFields = (more: Partial<SignedInAccount> = {}): Partial<SignedInAccount> => ({
  origin: 'google',
  assured: false,
  ...more,
})

/**
 * `left`: history state of the page before.
 * @returns a user-event instance
 */
export function openProductPath(path: string, left?: object) {
  window.history.replaceState(left ? { usr: left, key: 'visit' } : null, '', path)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <BrowserRouter>
          <AppRouter />
        </BrowserRouter>
        <NoticeToaster />
      </AuthProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup({ delay: null })
}

export const leaveForMock = vi.fn<typeof browserWindowActions.leaveFor>()
export const replaceWithMock = vi.fn<typeof browserWindowActions.replaceWith>()
export const openPopupMock = vi.fn<typeof browserWindowActions.openPopup>()
export const closeWindowMock = vi.fn<typeof browserWindowActions.close>()
export const downloadMock = vi.fn<typeof browserWindowActions.download>()

// Assigned instead of spied on: spies end with the first file of a worker.
Object.assign(browserWindowActions, {
  leaveFor: leaveForMock,
  replaceWith: replaceWithMock,
  openPopup: openPopupMock,
  close: closeWindowMock,
  download: downloadMock,
})

// jsdom has the element but not its methods. A browser restores the focus when a dialog closes.
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>()
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  focusedBefore.set(this, document.activeElement)
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  const before = this.open ? focusedBefore.get(this) : null
  this.open = false
  if (before instanceof HTMLElement) before.focus()
}
// jsdom's style sheet hides closed popovers, but does not know which are open.
HTMLElement.prototype.showPopover = function showPopover(this: HTMLElement) {
  this.style.display = 'block'
}
Element.prototype.scrollIntoView = () => undefined
// The toast library captures the pointer of a swipe, which any press may begin.
Element.prototype.setPointerCapture = () => undefined

/** jsdom has no layout, so there is nothing to observe. */
class NothingSeen {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
const noMedia = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }

/** A Saturday, whatever the day of the run: some content depends on the day of the week. */
const DAY_OF_TESTS = new Date('2026-11-21T09:00:00.000Z')

export function resetTestBrowser(): void {
  // A test may have ended during a press, which delays answers (ui/run-after-pointer-up.ts).
  window.dispatchEvent(new MouseEvent('mouseup'))
  // The first visit of a lazy page waits for its code.
  configure({ asyncUtilTimeout: 10_000, asyncWrapper, getElementError })
  vi.useFakeTimers({ shouldAdvanceTime: true, now: DAY_OF_TESTS })
  vi.stubGlobal('fetch', fakeFetch)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => noMedia)
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  for (const act of [leaveForMock, replaceWithMock, closeWindowMock, downloadMock]) act.mockReset()
  openPopupMock.mockReset().mockReturnValue(window)
  for (const ask of Object.values(amplifyAuthMocks)) ask.mockReset()
  amplifyAuthMocks.fetchAuthSession.mockResolvedValue({})
  amplifyAuthMocks.signOut.mockResolvedValue()
  resetFakeApi()
  // State of a page's modules that a new page does not have.
  setKnownVisitorLink(undefined)
  setStrongPasswordsEnforced(true)
  setSessionOwner(undefined)
  sessionRenewal.end()
  // In two steps: a difference of less than five seconds is ignored.
  for (const now of [new Date(0), new Date()]) syncServerClock(now.toISOString())
}

export function cleanUpTestBrowser(): void {
  toast.dismiss()
  cleanup()
  vi.useRealTimers()
  clearFakeApi()
  window.localStorage.clear()
  window.sessionStorage.clear()
  // The last test's address and history state change what a page shows, also in the next file.
  window.history.replaceState(null, '', '/')
  // The files of a worker share the document: leftovers would be found by the next file.
  const left = document.body.innerHTML
  document.body.replaceChildren()
  if (left) throw new Error(`The test left this in the document: ${left.slice(0, 500)}`)
}

/** By the full name: a phone shows the first name only. */
export const findGreeting = (name: string) =>
  screen.findByText((_, element) => element?.tagName === 'SPAN' && element.textContent === `Hola, ${name}`)

/**
 * Waits until the page has been given the answers of so many calls and has had time to draw them. Before that, what the
 * page does not show says nothing.
 */
export async function waitUntilDrawn<const Asked extends string>(
  endpoint: ContractRoute<Asked>,
  calls = 1,
): Promise<void> {
  await waitFor(() => expect(fakeApi.answered<Asked>(endpoint).length).toBeGreaterThanOrEqual(calls))
  await vi.advanceTimersByTimeAsync(50)
}

/** Passes the time until a query that fails has been repeated, after 1 s, 2 s and 4 s; `calls`: with its first one. */
export async function passRetries<const Asked extends string>(
  endpoint: ContractRoute<Asked>,
  calls = 1,
): Promise<void> {
  for (const [retries, delayMs] of [1000, 2000, 4000].entries()) {
    // oxlint-disable-next-line no-await-in-loop -- each delay begins when the call before it has failed
    await waitFor(() => expect(fakeApi.asked<Asked>(endpoint).length).toBeGreaterThanOrEqual(calls + retries))
    // oxlint-disable-next-line no-await-in-loop -- as above
    await vi.advanceTimersByTimeAsync(delayMs)
  }
}
