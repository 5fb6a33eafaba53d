import { screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stubAdminAgenda } from '../../support/admin-app.ts'
import { openProductPath } from '../../support/browser-app.tsx'
import { switchCharacterKeys } from '../../../frontend/src/ui/character-keys.ts'

beforeEach(() => stubAdminAgenda())
afterEach(() => switchCharacterKeys(true))

const open = async (path: string) => {
  const person = openProductPath(path)
  await screen.findByRole('button', { name: 'Buscar cliente, email o teléfono' })
  return person
}

const toggle = () => screen.getByRole('switch', { name: 'Atajos de una tecla' })
const listOfKeys = () => screen.findByRole('dialog', { name: 'Atajos de teclado' })

test('g a leads to the agenda, g h to today and g p to the list of clients, from any page of the practice', async () => {
  const person = await open('/admin/novedades')

  await person.keyboard('ga')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/agenda'))
  await person.keyboard('gp')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Lista de Clientes'))
  expect(window.location.pathname).toBe('/admin')
  await person.keyboard('gh')

  await waitFor(() => expect(document.activeElement?.textContent).toBe('Hoy'))
})

test('one letter alone leads nowhere, and neither do two that somebody types in a field or a dialog', async () => {
  const person = await open('/admin')
  const field = await screen.findByLabelText<HTMLInputElement>('Buscar clientes')

  await person.keyboard('ax')
  await person.type(field, 'ga?')
  expect(field.value).toBe('ga?')
  field.blur()
  await person.keyboard('/ga?')

  expect(window.location.pathname).toBe('/admin')
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
})

test('while a dialog is open two letters lead nowhere, also when a press on its text has left no field focused', async () => {
  const person = await open('/admin/novedades')
  await person.keyboard('?')
  await listOfKeys()
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  expect(document.activeElement).toBe(document.body)

  await person.keyboard('ga')

  expect(window.location.pathname).toBe('/admin/novedades')
  expect(await listOfKeys()).toBeDefined()
})

test('? and «Teclas» list the keys, with what they do', async () => {
  const person = await open('/admin/agenda')

  await person.keyboard('?')
  const dialog = within(await listOfKeys())
  const texts = dialog
    .getAllByRole('term')
    .map(({ textContent, nextElementSibling }) => [textContent, nextElementSibling?.textContent])
  expect(texts.slice(0, 5)).toEqual([
    ['/', 'Buscar un cliente'],
    ['g h', 'Hoy'],
    ['g p', 'Lista de clientes'],
    ['g a', 'Agenda'],
    ['?', 'Esta lista'],
  ])
  await person.click(dialog.getByRole('button', { name: 'Cerrar' }))
  await person.click(screen.getByRole('button', { name: /^Teclas/ }))

  expect(await listOfKeys()).toBeDefined()
})

test('the keys are switched off for this browser, and «Teclas» still lists them to switch them on', async () => {
  const person = await open('/admin/agenda')
  await person.click(screen.getByRole('button', { name: /^Teclas/ }))

  await listOfKeys()
  await person.click(toggle())
  await person.click(screen.getByRole('button', { name: 'Cerrar' }))
  await person.keyboard('?/gh')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(window.location.pathname).toBe('/admin/agenda')
  expect(window.localStorage.getItem('habitat-interior:keys-off')).toBe('true')
  await person.click(screen.getByRole('button', { name: /^Teclas/ }))
  await listOfKeys()
  await person.click(toggle())
  await person.click(screen.getByRole('button', { name: 'Cerrar' }))
  await person.keyboard('?')
  expect(await listOfKeys()).toBeDefined()
})
