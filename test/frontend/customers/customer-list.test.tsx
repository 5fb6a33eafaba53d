import type { CustomerListRow } from '#contract/customer'
import type { CustomerImport } from '#contract/customer-import'
import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test } from 'vitest'
import { refusalMessages } from '../../../frontend/src/ui/refusal-messages.ts'
import { downloadMock, signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'
import { requireFreshCodeOnce, chooseRowAction } from '../../support/admin-app.ts'

const ada = {
  customerId: 'cus_aaaaaaaa',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '600 123 456',
  createdAt: '2026-10-02T09:00:00Z',
}
const whole = { ...ada, address: null, notes: 'Come poco', version: 1 }

const listing = (items: readonly CustomerListRow[], total = items.length) => ({
  items,
  next: null,
  total,
  matching: total,
})

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', listing([ada], 1200))
})

const open = async () => {
  const person = openProductPath('/admin')
  await screen.findByRole('link', { name: 'Ada Lovelace' })
  return person
}

const beginnings = 'Con una o dos letras se busca al principio de cada palabra. Con tres o más, en cualquier parte.'

const dialog = () => within(screen.getByRole('dialog'))

test('ADM-25 ADM-26 ADM-30 the list says what it shows, of how many', async () => {
  await open()

  const sheet = within(screen.getByRole('region', { name: 'Lista de Clientes' }))
  expect(sheet.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nombre',
    'Email',
    'Teléfono',
    'Paso',
    'Turno',
    'Fecha',
    'Acciones',
  ])
  expect(sheet.getByText('Mostrando 1 de 1200 clientes')).toBeDefined()
})

test.each<[matching: number, text: string, isComplete?: boolean]>([
  [1, '1 coincide con «ada»'],
  [200, '200 coinciden con «ada»'],
  [201, 'más de 200 coinciden con «ada». Se muestran 200. Escribe algo más para encontrar a quien buscas.'],
  [
    3,
    'al menos 3 coinciden con «ada». Hay demasiados clientes con una u otra de esas palabras para mirarlos todos. Escribe algo más.',
    false,
  ],
])('A-76 of %i matches the list says: %s', async (matching, text, isComplete = true) => {
  const person = await open()
  fakeApi.answer('GET /customers', { ...listing([ada], 1200), matching, isComplete })

  await person.type(screen.getByLabelText('Buscar clientes'), 'ada')

  expect(await screen.findByText(text)).toBeDefined()
})

test('ADM-25 ADM-29 a text that finds nobody is said again, stands in the address, and is cleared with one press', async () => {
  const person = await open()
  fakeApi.answer('GET /customers', { ...listing([], 1200), matching: 0 })

  await person.type(screen.getByLabelText('Buscar clientes'), 'Zoe')

  expect(await screen.findByText('No se encontraron clientes con «Zoe»')).toBeDefined()
  expect(screen.getByText('Mostrando 0 de 1200 clientes')).toBeDefined()
  expect(screen.getByText('0 coinciden con «Zoe»')).toBeDefined()
  expect(window.location.search).toBe('?buscar=Zoe')
  fakeApi.answer('GET /customers', listing([ada], 1200))
  await person.click(screen.getByRole('button', { name: 'Borrar búsqueda' }))
  expect(await screen.findByRole('link', { name: 'Ada Lovelace' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Buscar clientes'))
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('ADM-32 A-76 with one or two letters the screen says that only beginnings of words are found', async () => {
  const person = await open()
  const field = screen.getByLabelText('Buscar clientes')

  await person.type(field, 'ad')
  expect(screen.getByText(beginnings)).toBeDefined()
  await person.type(field, 'a')

  expect(screen.queryByText(beginnings)).toBeNull()
})

test('clients are sorted by name when it is wanted', async () => {
  const person = await open()

  await person.selectOptions(screen.getByLabelText('Ordenar por'), 'Nombre (A-Z)')

  await waitFor(() => expect(fakeApi.asked('GET /customers').at(-1)?.query).toMatchObject({ order: 'name' }))
})

test('A-76 the order and who is shown stand in the address, and are kept when the page is opened again', async () => {
  const person = await open()

  await person.selectOptions(screen.getByLabelText('Ordenar por'), 'Más antiguos')
  await person.selectOptions(screen.getByLabelText('Mostrar'), 'Con cuenta')

  await waitFor(() => expect(window.location.search).toBe('?orden=antiguos&cuenta=con'))
  await waitFor(() =>
    expect(fakeApi.asked('GET /customers').at(-1)?.query).toMatchObject({ order: 'oldest', account: 'with' }),
  )
  await person.selectOptions(screen.getByLabelText('Ordenar por'), 'Más recientes')
  await person.selectOptions(screen.getByLabelText('Mostrar'), 'Todos')
  await waitFor(() => expect(window.location.search).toBe(''))
})

test('A-76 a list is opened in the order that its address says', async () => {
  openProductPath('/admin?orden=nombre&cuenta=sin')

  expect((await screen.findByLabelText<HTMLSelectElement>('Ordenar por')).value).toBe('name')
  expect(screen.getByLabelText<HTMLSelectElement>('Mostrar').value).toBe('without')
  expect(fakeApi.asked('GET /customers').at(-1)?.query).toMatchObject({ order: 'name', account: 'without' })
})

test('clients without an account can be shown alone, and the list says so', async () => {
  const person = await open()
  fakeApi.answer('GET /customers', { items: [], next: null, total: 9, matching: 0 })

  await person.selectOptions(screen.getByLabelText('Mostrar'), 'Sin cuenta')

  expect(await screen.findByText('No se encontraron clientes sin cuenta')).toBeDefined()
  expect(screen.getByText('0 coinciden sin cuenta')).toBeDefined()
  expect(fakeApi.asked('GET /customers').at(-1)?.query).toMatchObject({ account: 'without' })
})

test('the text in the address is searched for from the start', async () => {
  openProductPath('/admin?buscar=ada')

  const field = await screen.findByLabelText<HTMLInputElement>('Buscar clientes')

  expect(field.value).toBe('ada')
})

test('ADM-27 ADM-33 ADM-35 a new client is entered; what is missing is said at its field', async () => {
  const person = await open()
  fakeApi.answer('POST /customers', (body) => ({ ...whole, ...body }))

  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  expect(screen.getByRole('heading', { name: 'Nuevo Cliente' })).toBeDefined()
  await person.type(dialog().getByLabelText('Email'), 'ada@')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))
  expect(await dialog().findByText('Indica el nombre')).toBeDefined()
  expect(dialog().getByText('Email no válido')).toBeDefined()
  await person.type(dialog().getByLabelText('Nombre'), 'Ada Lovelace')
  await person.type(dialog().getByLabelText('Email'), 'example.com')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await screen.findByText('Cliente creado correctamente')).toBeDefined()
  expect(fakeApi.asked('POST /customers')[0]?.body).toMatchObject({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    phone: null,
    address: null,
    notes: null,
  })
})

test('ADM-33 notes of a new client ask for the legal basis, which goes with them', async () => {
  const person = await open()
  fakeApi.answer('POST /customers', (body) => ({ ...whole, ...body }))
  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(dialog().getByLabelText('Nombre'), 'Ada Lovelace')
  await person.type(dialog().getByLabelText('Email'), 'ada@example.com')
  expect(dialog().queryByLabelText('Base legal de las notas')).toBeNull()
  await person.type(dialog().getByLabelText('Notas'), 'Come poco')

  await person.click(dialog().getByRole('button', { name: 'Guardar' }))
  expect(await dialog().findByText('Elige la base legal para guardar las notas, o quítalas')).toBeDefined()
  expect(fakeApi.asked('POST /customers')).toEqual([])
  await person.selectOptions(dialog().getByLabelText('Base legal de las notas'), 'written-consent')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  await screen.findByText('Cliente creado correctamente')
  expect(fakeApi.asked('POST /customers')[0]?.body).toMatchObject({ notes: 'Come poco', basis: 'written-consent' })
})

test('ERR-07 a new client that a fault swallowed stays in the form, with the reason', async () => {
  const person = await open()
  fakeApi.fail('POST /customers', 500)

  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(dialog().getByLabelText('Nombre'), 'Ada')
  await person.type(dialog().getByLabelText('Email'), 'ada@example.com')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await dialog().findByText(/^Error al crear el registro de cliente: Algo ha fallado/)).toBeDefined()
  expect(dialog().getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ada')
})

test('ERR-08 a new client that the server refuses stays in the form, with what is wrong', async () => {
  const person = await open()
  const problems = { phone: ['Escribe un teléfono'] }
  fakeApi.answer('POST /customers', () => Response.json({ code: 'invalid-input', problems }, { status: 400 }))

  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(dialog().getByLabelText('Nombre'), 'Ada')
  await person.type(dialog().getByLabelText('Email'), 'ada@example.com')
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await dialog().findByText('No se pudo crear el registro de cliente')).toBeDefined()
  const phone = dialog().getByRole('textbox', { name: 'Teléfono', description: 'Escribe un teléfono' })
  expect(document.activeElement).toBe(phone)
  expect(dialog().getByLabelText<HTMLInputElement>('Nombre').value).toBe('Ada')
})

test('ADM-27 ADM-35 a client is edited as they stand on the server', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/cus_aaaaaaaa', whole)
  fakeApi.answer('PUT /customers/cus_aaaaaaaa', { ...whole, version: 2 })

  await chooseRowAction(person, 'Editar')
  expect(screen.getByRole('heading', { name: 'Editar Cliente' })).toBeDefined()
  await person.clear(await dialog().findByLabelText('Notas'))
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await screen.findByText('Cliente actualizado correctamente')).toBeDefined()
  expect(fakeApi.asked('PUT /customers/cus_aaaaaaaa')[0]?.body).toMatchObject({ notes: null, version: 1 })
})

test('ADM-36 what somebody else saved meanwhile is shown beside what was typed, which can be saved over it', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/cus_aaaaaaaa', whole)
  fakeApi.refuse('PUT /customers/cus_aaaaaaaa', 'changed-meanwhile')
  await chooseRowAction(person, 'Editar')
  const name = await dialog().findByLabelText<HTMLInputElement>('Nombre')
  await person.clear(name)
  await person.type(name, 'Ada Byron')

  fakeApi.answer('GET /customers/cus_aaaaaaaa', { ...whole, phone: '911', version: 2 })
  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  expect(await dialog().findByText(/Estos datos han cambiado mientras tanto/)).toBeDefined()
  expect(dialog().getByText('Ahora guardado: 911')).toBeDefined()
  expect(name.value).toBe('Ada Byron')
  fakeApi.answer('PUT /customers/cus_aaaaaaaa', { ...whole, version: 3 })
  await person.click(dialog().getByRole('button', { name: 'Guardar lo mío' }))
  expect(await screen.findByText('Cliente actualizado correctamente')).toBeDefined()
  expect(fakeApi.asked('PUT /customers/cus_aaaaaaaa').at(-1)?.body).toMatchObject({ name: 'Ada Byron', version: 2 })
})

test('a second client with the address of another is refused, with the way to that one', async () => {
  const person = await open()
  fakeApi.refuse('POST /customers', 'client-email-taken')
  fakeApi.answer('GET /customers/names', {
    items: [{ customerId: 'cus_bbbbbbbb', name: 'Ada Byron', email: 'ada@example.com' }],
    more: false,
  })
  await person.click(screen.getByRole('button', { name: 'Nuevo Cliente' }))
  await screen.findByRole('dialog')
  await person.type(dialog().getByLabelText('Nombre'), 'Ada')
  await person.type(dialog().getByLabelText('Email'), 'ada@example.com')

  await person.click(dialog().getByRole('button', { name: 'Guardar' }))

  const description = 'Ya hay un cliente con este correo.'
  expect(await dialog().findByRole('textbox', { name: 'Email', description })).toBe(document.activeElement)
  const link = await dialog().findByRole('link', { name: 'Ada Byron' })
  expect(link.getAttribute('href')).toBe('/client/cus_bbbbbbbb')
})

test('clients who share an address are listed with the way to each', async () => {
  const { email } = ada
  const pair = [
    { customerId: 'cus_aaaaaaaa', name: 'Ada Uno', email },
    { customerId: 'cus_bbbbbbbb', name: 'Ada Dos', email },
  ]
  fakeApi.answer('GET /customers/duplicates', { items: [{ email, customers: pair }], total: 1 })
  await open()

  const card = within(await screen.findByRole('region', { name: 'Emails repetidos' }))

  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/client/cus_aaaaaaaa',
    '/client/cus_bbbbbbbb',
  ])
})

test('ADM-34 ADM-35 a client is deleted after a question, and brought back from the notice', async () => {
  const person = await open()
  fakeApi.answer('DELETE /customers/cus_aaaaaaaa', { removed: true })
  fakeApi.answer('POST /customers/cus_aaaaaaaa/restoration', whole)

  await chooseRowAction(person, 'Eliminar')
  expect(screen.getByRole('heading', { name: '¿Estás seguro de que quieres eliminar este cliente?' })).toBeDefined()
  await person.click(dialog().getByRole('button', { name: 'Eliminar' }))

  expect(await screen.findByText('Cliente eliminado correctamente')).toBeDefined()
  // jsdom does not support pointer capture, which the notice's swipe needs.
  fireEvent.click(screen.getByRole('button', { name: 'Deshacer' }))
  expect(await screen.findByText('Cliente recuperado')).toBeDefined()
})

const proof = async () => within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))

test('A-12 deleting a client asks for a fresh code, and goes on after it', async () => {
  const person = await open()
  requireFreshCodeOnce('DELETE /customers/cus_aaaaaaaa', { removed: true })
  await chooseRowAction(person, 'Eliminar')
  await person.click(dialog().getByRole('button', { name: 'Eliminar' }))

  await person.type((await proof()).getByRole('textbox'), '123456')
  await person.click((await proof()).getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Cliente eliminado correctamente')).toBeDefined()
  expect(fakeApi.asked('DELETE /customers/cus_aaaaaaaa')).toHaveLength(2)
})

test('A-12 whoever leaves the question for a code has deleted nobody, and reads of no error', async () => {
  const person = await open()
  fakeApi.refuse('DELETE /customers/cus_aaaaaaaa', 'proof-required')
  await chooseRowAction(person, 'Eliminar')
  await person.click(dialog().getByRole('button', { name: 'Eliminar' }))

  await person.click((await proof()).getByRole('button', { name: 'Cancelar' }))

  expect(dialog().getByText(/dejará de aparecer en las listas/)).toBeDefined()
  expect(screen.queryByText(refusalMessages['proof-required'])).toBeNull()
})

test('A-12 the file of all clients is given after a fresh code', async () => {
  const person = await open()
  requireFreshCodeOnce('GET /customers/export', { csv: 'todo', next: null })

  await person.click(screen.getByRole('button', { name: 'Exportar CSV' }))
  await person.type((await proof()).getByRole('textbox'), '123456')
  await person.click((await proof()).getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Clientes exportados')).toBeDefined()
  expect(downloadMock).toHaveBeenCalledWith('clientes-habitat-interior.csv', 'todo')
})

test('ADM-36 A-40 a client with invoices stays, and the question says why', async () => {
  const person = await open()
  fakeApi.refuse('DELETE /customers/cus_aaaaaaaa', 'invoices-kept')

  await chooseRowAction(person, 'Eliminar')
  await person.click(dialog().getByRole('button', { name: 'Eliminar' }))

  expect(await dialog().findByText(/la ley obliga a conservar sus facturas durante seis años/)).toBeDefined()
})

test('a deleted client is brought back from the list of the deleted', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/removed', {
    items: [
      {
        customerId: ada.customerId,
        name: ada.name,
        email: ada.email,
        removedAt: '2026-11-01T09:00:00Z',
        restorableUntil: '2026-12-01T09:00:00Z',
      },
    ],
    next: null,
  })
  fakeApi.answer('POST /customers/cus_aaaaaaaa/restoration', whole)

  await person.click(screen.getByRole('button', { name: 'Clientes eliminados' }))
  expect(await dialog().findByText('Se puede recuperar hasta el 1 de diciembre de 2026')).toBeDefined()
  await person.click(dialog().getByRole('button', { name: /^Recuperar ?a Ada Lovelace/ }))

  expect(await screen.findByText('Cliente recuperado')).toBeDefined()
})

const anImport = (state: CustomerImport['state'], more: Partial<CustomerImport> = {}): CustomerImport => ({
  importId: 'imp_aaaaaaaa',
  fileName: 'clientes.csv',
  total: 1,
  written: 1,
  undone: 0,
  kept: 0,
  state,
  createdAt: '2026-11-01T09:00:00Z',
  undoableUntil: '2026-12-01T09:00:00Z',
  ...more,
})

const row = { name: 'Bea', email: 'bea@example.com', phone: null, address: null, notes: null }
const csv = new File(['Nombre;Email\nBea;bea@example.com'], 'clientes.csv', { type: 'text/csv' })

test('A-12 a file is looked at first, then written, and can be taken back after a fresh code', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/imports', { items: [] })
  fakeApi.answer('POST /customers/imports/check', { rows: [row], found: 1, problems: [], ignored: [] })
  fakeApi.answer('POST /customers/imports', anImport('writing', { written: 0 }))
  fakeApi.answer('PUT /customers/imports/imp_aaaaaaaa/chunks/0', anImport('writing'))
  fakeApi.answer('POST /customers/imports/imp_aaaaaaaa/finish', anImport('done'))
  requireFreshCodeOnce('POST /customers/imports/imp_aaaaaaaa/undo', anImport('undone', { undone: 1 }))

  await person.click(screen.getByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)
  expect(await dialog().findByText(/Todavía no se ha guardado nada/)).toBeDefined()
  expect(fakeApi.asked('POST /customers/imports')).toEqual([])
  fakeApi.answer('GET /customers/imports', { items: [anImport('done')] })
  await person.click(dialog().getByRole('button', { name: 'Importar 1 cliente' }))
  expect(await dialog().findByText('Importación terminada: 1 cliente más en la lista.')).toBeDefined()
  await person.click(await dialog().findByRole('button', { name: /Deshacer importación/ }))
  const question = within(await screen.findByRole('dialog', { name: '¿Deshacer la importación de clientes.csv?' }))
  await person.click(question.getByRole('button', { name: 'Deshacer importación' }))
  await person.type((await proof()).getByRole('textbox'), '123456')
  await person.click((await proof()).getByRole('button', { name: 'Verificar' }))

  expect(await screen.findByText('Importación deshecha')).toBeDefined()
  expect(fakeApi.asked('PUT /customers/imports/imp_aaaaaaaa/chunks/0')[0]?.body).toEqual({ rows: [row] })
})

test('a file with mistakes is not written, and each is said by row and column', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/imports', { items: [] })
  fakeApi.answer('POST /customers/imports/check', {
    rows: [],
    found: 1,
    problems: [{ row: 3, column: 'Email', text: 'Email no válido' }],
    ignored: ['Ciudad'],
  })

  await person.click(screen.getByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)

  expect(await dialog().findByText('Fila 3, Email: Email no válido')).toBeDefined()
  expect(dialog().getByText('No se importan las columnas: Ciudad.')).toBeDefined()
  expect(dialog().queryByRole('button', { name: /^Importar/ })).toBeNull()
})

test('an import that breaks off goes on where it was', async () => {
  const person = await open()
  fakeApi.answer('GET /customers/imports', { items: [] })
  fakeApi.answer('POST /customers/imports/check', { rows: [row], found: 1, problems: [], ignored: [] })
  fakeApi.answer('POST /customers/imports', anImport('writing', { written: 0 }))
  fakeApi.unreachable('PUT /customers/imports/imp_aaaaaaaa/chunks/0')

  await person.click(screen.getByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  expect(await dialog().findByText(/Todavía no se ha añadido ningún cliente/)).toBeDefined()
  fakeApi.answer('PUT /customers/imports/imp_aaaaaaaa/chunks/0', anImport('writing'))
  fakeApi.answer('POST /customers/imports/imp_aaaaaaaa/finish', anImport('done'))
  await person.click(dialog().getByRole('button', { name: 'Reintentar' }))

  expect(await dialog().findByText(/Importación terminada/)).toBeDefined()
  expect(fakeApi.asked('POST /customers/imports')).toHaveLength(1)
})

test('the clients are given as one file, however many parts it comes in', async () => {
  const person = await open()
  let parts = 0
  fakeApi.answer('GET /customers/export', () => {
    parts += 1
    const next = parts === 1 ? '2026-10-02T09:00:00Z~cus_aaaaaaaa' : null
    return Response.json({ csv: `parte ${parts}\r\n`, next })
  })

  await person.click(screen.getByRole('button', { name: 'Exportar CSV' }))

  expect(await screen.findByText('Clientes exportados')).toBeDefined()
  expect(downloadMock).toHaveBeenCalledWith('clientes-habitat-interior.csv', 'parte 1\r\nparte 2\r\n')
})
