import { screen } from '@testing-library/preact'
import { openPopupMock, openProductPath } from './browser-app.tsx'

/** The nonce with which the last window was opened. */
export const readGoogleNonce = (): string | null =>
  new URL(openPopupMock.mock.calls.at(-1)?.[0] ?? '', window.location.origin).searchParams.get('nonce')

/** What the window reports when it ends. */
export const reportFromGoogleWindow = (message: object = {}, origin = window.location.origin): boolean =>
  window.dispatchEvent(
    new MessageEvent('message', { origin, data: { type: 'oauth-success', nonce: readGoogleNonce(), ...message } }),
  )

/**
 * `left`: history state of the page before.
 * @returns a user-event instance
 */
export async function goToGoogle(path = '/auth', left?: object) {
  const person = openProductPath(path, left)
  await person.click(await screen.findByRole('button', { name: 'Continuar con Google' }))
  return person
}
