import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { toast } from 'sonner'
import { vi } from 'vitest'
import type { AccountSession } from '#contract/account'
import type { Role } from '#contract/endpoint'
import { AuthProvider } from '../../frontend/src/api/auth.tsx'
import { makeQueryClient } from '../../frontend/src/api/query.ts'
import { Router } from '../../frontend/src/router.tsx'
import { browser } from '../../frontend/src/ui/browser.ts'
import { Notices } from '../../frontend/src/ui/notices.tsx'
import { closeApi, network, openApi, server } from './fake-api.ts'

/** Mocks of Amplify's functions (installed in browser-app-hooks.ts). */
export const cognito = {
  confirmResetPassword: vi.fn<(given: unknown) => Promise<unknown>>(),
  confirmSignIn: vi.fn<(given: unknown) => Promise<unknown>>(),
  fetchAuthSession: vi.fn<(asked?: { readonly forceRefresh?: boolean }) => Promise<unknown>>(),
  resetPassword: vi.fn<(given: unknown) => Promise<unknown>>(),
  signIn: vi.fn<(given: unknown) => Promise<unknown>>(),
  signOut: vi.fn<() => Promise<void>>(),
  signInWithRedirect: vi.fn<(given: unknown) => Promise<void>>(),
}

export const cognitoError = (name: string, message = '') => Object.assign(new Error(message), { name })

const sessionKey = 'CognitoIdentityServiceProvider.client.LastAuthUser'

const tokens = (email: string) => {
  const payload = { sub: 'sub-1', exp: Math.floor(Date.now() / 1000) + 900, email }
  return { tokens: { accessToken: { payload, toString: () => 'access-token' }, idToken: { payload } } }
}

export const anAccount = (role: Role, more: Partial<AccountSession> = {}): AccountSession => ({
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

export function grantTokens(role: Role, more: Partial<AccountSession> = {}): void {
  cognito.fetchAuthSession.mockImplementation(async () => {
    window.localStorage.setItem(sessionKey, 'sub-1')
    return tokens('lucia@example.com')
  })
  server.answer('GET /account/session', anAccount(role, more))
}

export function signedInAs(role: Role, more: Partial<AccountSession> = {}): void {
  window.localStorage.setItem(sessionKey, 'sub-1')
  grantTokens(role, more)
}

export const fromGoogle = (more: Partial<AccountSession> = {}): Partial<AccountSession> => ({
  origin: 'google',
  assured: false,
  ...more,
})

/**
 * `left` is the history state of the page before.
 * @returns a user-event instance
 */
export function visit(path: string, left?: object) {
  window.history.replaceState(left ? { usr: left, key: 'visit' } : null, '', path)
  render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <AuthProvider>
          <BrowserRouter>
            <Router />
          </BrowserRouter>
          <Notices />
        </AuthProvider>
      </QueryClientProvider>
    </StrictMode>,
  )
  return userEvent.setup({ delay: null })
}

export const left = vi.fn<typeof browser.leaveFor>()
/** Further mocks of the browser: replaced and opened windows, closing, downloads. */
export const replaced = vi.fn<typeof browser.replaceWith>()
export const opened = vi.fn<typeof browser.openBeside>()
export const closed = vi.fn<typeof browser.close>()
export const downloaded = vi.fn<typeof browser.download>()

// By hand and not with spies, which end with the first file of a worker.
Object.assign(browser, {
  leaveFor: left,
  replaceWith: replaced,
  openBeside: opened,
  close: closed,
  download: downloaded,
})

// jsdom has the element and not its methods.
HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close = function close(this: HTMLDialogElement) {
  this.open = false
}
Element.prototype.scrollIntoView = () => undefined
// A notice is held by whoever drags it away, which a press begins.
Element.prototype.setPointerCapture = () => undefined

/** jsdom has no layout, so there is nothing to observe. */
class NothingSeen {
  observe = () => undefined
  unobserve = () => undefined
  disconnect = () => undefined
}
const noMedia = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }

export function openBrowser(): void {
  // A test may have ended in the middle of a press, which holds answers back (ui/after-press.ts).
  window.dispatchEvent(new MouseEvent('mouseup'))
  // The first visit of a lazy page waits for its code.
  configure({ asyncUtilTimeout: 10_000 })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.stubGlobal('fetch', network)
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => noMedia)
  vi.stubGlobal('ResizeObserver', NothingSeen)
  vi.stubGlobal('IntersectionObserver', NothingSeen)
  for (const act of [left, replaced, closed, downloaded]) act.mockReset()
  opened.mockReset().mockReturnValue(window)
  for (const ask of Object.values(cognito)) ask.mockReset()
  cognito.fetchAuthSession.mockResolvedValue({})
  cognito.signOut.mockResolvedValue()
  openApi()
}

export function closeBrowser(): void {
  toast.dismiss()
  cleanup()
  vi.useRealTimers()
  closeApi()
  window.localStorage.clear()
  window.sessionStorage.clear()
}

/** By the whole name: a phone shows the first name only. */
export const greeted = (name: string) =>
  screen.findByText((_, element) => element?.tagName === 'SPAN' && element.textContent === `Hola, ${name}`)
