import { screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { openProductPath, signInAsRole } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '600 123 456',
  createdAt: '2026-10-02T09:00:00Z',
}

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', { items: [ada], next: null, total: 1200, matching: 1200 })
})

const open = async () => {
  const person = openProductPath('/admin')
  await screen.findByRole('link', { name: 'Ada Lovelace' })
  return person
}

test('each row says the step and whose turn it is; of a client entered just now nothing is claimed', async () => {
  const pathway = {
    state: 'plan-to-publish',
    step: 4,
    turn: 'practice',
    due: { day: '2026-11-20', isAbout: false },
  } as const
  const grace = { ...ada, customerId: 'cus_bbbbbbbb', name: 'Grace Hopper', phone: null, pathway: null }
  fakeApi.answer('GET /customers', { items: [{ ...ada, pathway }, grace], next: null, total: 2, matching: 2 })
  await open()

  const [, ofAda, ofGrace] = within(screen.getByRole('table', { name: 'Clientes' }))
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
  expect(ofAda?.[3]?.textContent).toBe('Paso 4 de 5: Pauta, Pauta en preparación')
  expect(ofAda?.[4]?.textContent).toBe('Tu turno, hasta el 20 nov')
  expect(ofGrace?.[3]?.textContent).toContain('Todavía no se sabe')
  expect(screen.getByRole('link', { name: 'Llamar a Ada Lovelace' }).getAttribute('href')).toBe('tel:600123456')
  expect(screen.queryByRole('link', { name: 'Llamar a Grace Hopper' })).toBeNull()
})

test('clients are listed by whose turn it is, with step and deadline, and the choice stands in the address', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/pathways', {
    items: [
      {
        ...ada,
        state: 'plan-to-publish',
        step: 4,
        turn: 'practice',
        due: { day: '2026-11-20', isAbout: false },
        idleSince: null,
      },
    ],
    next: null,
  })

  await person.selectOptions(screen.getByLabelText('Situación'), 'Tu turno')

  expect(await screen.findByText('Pauta en preparación')).toBeDefined()
  const sheet = within(screen.getByRole('region', { name: 'Lista de Clientes' }))
  expect(sheet.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Email',
    'Teléfono',
    'Paso',
    'Turno',
    'Acciones',
  ])
  expect(sheet.getByText('hasta el 20 nov')).toBeDefined()
  expect(fakeApi.asked('GET /customers/pathways').at(-1)?.query).toMatchObject({ list: 'turn-practice' })
  await waitFor(() => expect(window.location.search).toBe('?situacion=turn-practice'))
})

test('of a client without activity the date stands in a column of its own, apart from whose turn it is', async () => {
  const due = { day: '2026-11-01', isAbout: false }
  const idle = { ...ada, state: 'plan-to-publish', step: 4, turn: 'client', due } as const
  fakeApi.answer('GET /customers/pathways', { items: [{ ...idle, idleSince: '2026-11-27T09:00:00Z' }], next: null })
  openProductPath('/admin?situacion=inactive')

  const cells = await within(await screen.findByRole('table', { name: 'Clientes' })).findAllByRole('cell')
  expect(cells.slice(-3, -1).map(({ textContent }) => textContent.replaceAll('\u00A0', ' '))).toEqual([
    'Cliente, hasta el 1 nov',
    'sin actividad desde el 27 nov',
  ])
  expect(screen.getByText('Mostrando 1 cliente')).toBeDefined()
})

test.each([
  ['inactive', 'Inactividad'],
  ['hourless', 'Inactividad'],
  ['turn-practice', 'Plazo'],
  ['step-4', 'Plazo'],
])('the list %s says by what it is sorted: «%s»', async (list, order) => {
  fakeApi.answer('GET /customers/pathways', { items: [], next: null })
  openProductPath(`/admin?situacion=${list}`)

  expect(await screen.findByText('Mostrando 0 clientes')).toBeDefined()
  expect(screen.getByLabelText('Ordenar por').textContent).toContain(order)
})

test('where a consultation is booked, nobody’s turn lasts until its day', async () => {
  const booked = { ...ada, state: 'follow-up-booked', step: 5, turn: 'nobody', idleSince: null } as const
  const due = { day: '2026-12-04', isAbout: false }
  fakeApi.answer('GET /customers/pathways', { items: [{ ...booked, due }], next: null })
  openProductPath('/admin?situacion=turn-nobody')

  expect(await screen.findByText('hasta el 4 dic')).toBeDefined()
})

test('a search looks among everybody, whatever was chosen', async () => {
  fakeApi.answer('GET /customers/pathways', { items: [], next: null })
  const person = openProductPath('/admin?situacion=hourless')
  expect(await screen.findByText('Ningún cliente está así ahora')).toBeDefined()

  await person.type(screen.getByLabelText('Buscar clientes'), 'ada')

  expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toBeDefined()
  await waitFor(() => expect(window.location.search).toBe('?buscar=ada'))
})

test('whoever chooses whose turn it is no longer searches: the search is empty, and gone from the address', async () => {
  fakeApi.answer('GET /customers/pathways', { items: [], next: null })
  const person = openProductPath('/admin?buscar=ada')
  await screen.findByRole('link', { name: 'Ada Lovelace' })
  const search = screen.getByLabelText<HTMLInputElement>('Buscar clientes')
  expect(search.value).toBe('ada')

  await person.selectOptions(screen.getByLabelText('Situación'), 'Tu turno')

  expect(await screen.findByText('Ningún cliente está así ahora')).toBeDefined()
  expect(search.value).toBe('')
  await waitFor(() => expect(window.location.search).toBe('?situacion=turn-practice'))
})

test('how long nothing happened is no deadline: it is never marked as late', async () => {
  const due = { day: '2020-01-01', isAbout: false }
  const idle = { ...ada, state: 'plan-to-publish', step: 4, turn: 'practice', due } as const
  fakeApi.answer('GET /customers/pathways', { items: [{ ...idle, idleSince: '2026-11-27T09:00:00Z' }], next: null })
  openProductPath('/admin?situacion=inactive')

  expect((await screen.findByText('desde el 27 nov')).className).not.toContain('late')
})
