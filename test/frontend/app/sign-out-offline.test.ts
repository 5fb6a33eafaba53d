import { screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { localStore } from '../../../frontend/src/api/local-store.ts'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const connection = vi.hoisted(() => ({ isLost: true }))
vi.mock(import('../../../frontend/src/app/sign-out-confirm-dialog.tsx'), async (original) => {
  if (connection.isLost) throw new TypeError('Failed to fetch dynamically imported module')
  return original()
})

const question = '¿Cerrar sesión y perder lo que no se ha guardado?'
const signOutButton = () => screen.getAllByRole('button', { name: 'Cerrar sesión' })[0] as HTMLElement

test('where the question about unsaved work cannot be loaded, the browser asks it, until it can be', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const confirm = vi.fn<() => boolean>(() => false)
  vi.stubGlobal('confirm', confirm)
  signInAsRole('cliente')
  fakeApi.answer('GET /payments', { items: [], next: null })
  localStore.set('ticks:usr_somebody', [{ taken: true }])
  const person = openProductPath('/client')
  await screen.findAllByRole('button', { name: 'Cerrar sesión' })

  await person.click(signOutButton())
  await waitFor(() => expect(confirm).toHaveBeenCalledExactlyOnceWith(question))
  expect(fakeApi.revoked()).toEqual([])
  expect(localStore.get('ticks:usr_somebody')).toBeDefined()

  connection.isLost = false
  await person.click(signOutButton())
  const dialog = within(await screen.findByRole('dialog', { name: question }))
  await person.click(dialog.getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(localStore.get('ticks:usr_somebody')).toBeUndefined())
})
