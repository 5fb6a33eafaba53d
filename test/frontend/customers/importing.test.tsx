import type { CustomerImport } from '#contract/customer-import'
import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { signInAsRole, openProductPath } from '../../support/browser-app.tsx'
import { fakeApi } from '../../support/fake-api.ts'

const row = { name: 'Bea', email: 'bea@example.com', phone: null, address: null, notes: null }
const csv = new File(['Nombre;Email\nBea;bea@example.com'], 'clientes.csv', { type: 'text/csv' })
const one = 'POST /customers/imports/imp_aaaaaaaa'
const chunk = 'PUT /customers/imports/imp_aaaaaaaa/chunks/0'

const anImport = (state: CustomerImport['state']): CustomerImport => ({
  importId: 'imp_aaaaaaaa',
  fileName: 'clientes.csv',
  total: 1,
  written: 1,
  undone: 0,
  kept: 0,
  state,
  createdAt: '2026-11-01T09:00:00Z',
  undoableUntil: '2026-12-01T09:00:00Z',
})

beforeEach(() => {
  signInAsRole('administrador')
  fakeApi.answer('GET /customers/counts', { users: 1, clients: 1 })
  fakeApi.answer('GET /customers', { items: [], next: null, total: 0, matching: 0 })
  fakeApi.answer('GET /customers/imports', { items: [] })
  fakeApi.answer('POST /customers/imports/check', { rows: [row], found: 1, problems: [], ignored: [] })
  fakeApi.answer('POST /customers/imports', anImport('writing'))
  fakeApi.answer(chunk, anImport('writing'))
  fakeApi.answer(`${one}/finish`, anImport('done'))
  fakeApi.answer(`${one}/discard`, anImport('discarded'))
})

const askedToLeave = () => screen.findByRole('dialog', { name: 'La importación está en marcha' })
const field = () => screen.getByLabelText('Archivo CSV')
const dialog = () => within(screen.getByRole('dialog'))

async function chooseFile(file: File) {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  await person.upload(dialog().getByLabelText('Archivo CSV'), file)
  return person
}

test('an import that is cancelled while it is written is thrown away, and no client of it is seen', async () => {
  const person = await chooseFile(csv)
  const arrive = fakeApi.hold(chunk, anImport('writing'))
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await waitFor(() => expect(fakeApi.asked(chunk)).toHaveLength(1))

  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))
  await person.click(await screen.findByRole('button', { name: 'Descartar importación' }))
  arrive()

  expect(await screen.findByText('Importación descartada')).toBeDefined()
  expect(fakeApi.asked(`${one}/discard`)).toHaveLength(1)
  expect(fakeApi.asked(`${one}/finish`)).toEqual([])
})

test('another file in the middle of an import is chosen only after a yes, and what ran is thrown away then', async () => {
  const person = await chooseFile(csv)
  const arrive = fakeApi.hold(chunk, anImport('writing'))
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await waitFor(() => expect(fakeApi.asked(chunk)).toHaveLength(1))

  await person.upload(field(), new File(['Nombre;Email\nEva;eva@example.com'], 'otros.csv', { type: 'text/csv' }))
  await person.click(within(await askedToLeave()).getByRole('button', { name: 'Seguir importando' }))
  expect(fakeApi.asked('POST /customers/imports/check')).toHaveLength(1)

  await person.upload(field(), new File(['Nombre;Email\nEva;eva@example.com'], 'otros.csv', { type: 'text/csv' }))
  await person.click(within(await askedToLeave()).getByRole('button', { name: 'Descartar importación' }))
  arrive()

  expect(await screen.findByText('Importación descartada')).toBeDefined()
  expect(fakeApi.asked('POST /customers/imports/check')).toHaveLength(2)
  expect(fakeApi.asked(`${one}/finish`)).toEqual([])
})

test('Escape and the way out of the page ask before a file that was looked at has to be chosen again', async () => {
  const person = await chooseFile(csv)
  await dialog().findByRole('button', { name: 'Importar 1 cliente' })

  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  const question = await screen.findByRole('dialog', { name: 'El archivo está revisado y sin importar' })
  await person.click(within(question).getByRole('button', { name: 'Seguir aquí' }))
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)

  expect(leaving.defaultPrevented).toBe(true)
  expect(dialog().getByRole('button', { name: 'Importar 1 cliente' })).toBeDefined()
})

test('Escape in the middle of an import asks, and whoever stays loses nothing of it', async () => {
  const person = await chooseFile(csv)
  const arrive = fakeApi.hold(chunk, anImport('writing'))
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await waitFor(() => expect(fakeApi.asked(chunk)).toHaveLength(1))

  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  const question = within(await askedToLeave())
  await person.click(question.getByRole('button', { name: 'Seguir importando' }))
  arrive()

  expect(await dialog().findByText('Importación terminada: 1 cliente más en la lista.')).toBeDefined()
})

/** UTF-16, as written by some spreadsheets and Windows Notepad. */
const utf16 = (text: string, { big, mark }: { readonly big: boolean; readonly mark: boolean }) => {
  const bytes = [...(mark ? '\uFEFF' : ''), ...text].flatMap((letter) => {
    const code = letter.charCodeAt(0)
    return big ? [code >> 8, code & 255] : [code & 255, code >> 8]
  })
  return new Uint8Array(bytes)
}

test.each([
  ['UTF-8', new TextEncoder().encode('Nombre\tEmail\nÍñigo\ti@example.com')],
  ['windows-1252', new Uint8Array([...'Nombre\tEmail\nÍñigo\ti@example.com'].map((each) => each.charCodeAt(0)))],
  ['UTF-16 of Excel', utf16('Nombre\tEmail\nÍñigo\ti@example.com', { big: false, mark: true })],
  ['UTF-16 the other way round', utf16('Nombre\tEmail\nÍñigo\ti@example.com', { big: true, mark: true })],
  ['UTF-16 without a mark', utf16('Nombre\tEmail\nÍñigo\ti@example.com', { big: false, mark: false })],
  ['UTF-16 the other way round, unmarked', utf16('Nombre\tEmail\nÍñigo\ti@example.com', { big: true, mark: false })],
])('a file in %s is read as it was written', async (_, bytes) => {
  await chooseFile(new File([bytes], 'clientes.csv', { type: 'text/csv' }))

  await dialog().findByText(/El archivo está bien/)
  const [asked] = fakeApi.asked('POST /customers/imports/check')
  expect(asked?.body).toEqual({ text: 'Nombre\tEmail\nÍñigo\ti@example.com' })
})

test('a file of one letter is read as that letter', async () => {
  await chooseFile(new File(['x'], 'clientes.csv', { type: 'text/csv' }))

  await dialog().findByText(/El archivo está bien/)
  expect(fakeApi.asked('POST /customers/imports/check').map(({ body }) => body)).toEqual([{ text: 'x' }])
})

test('an import that was taken back in part says how many rows are left', async () => {
  const begun = { ...anImport('undoing'), total: 2000, written: 2000, undone: 938 }
  fakeApi.answer('GET /customers/imports', { items: [begun] })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')

  expect(await dialog().findByText('Importación a medias: quedan 1062 filas por retirar')).toBeDefined()
})

test('an import that broke off and is left is thrown away', async () => {
  const person = await chooseFile(csv)
  fakeApi.unreachable(chunk)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await dialog().findByText(/Todavía no se ha añadido ningún cliente/)

  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))

  expect(await screen.findByText('Importación descartada')).toBeDefined()
})

test('an import of an address that a client was given meanwhile names it, and offers no second try', async () => {
  const person = await chooseFile(csv)
  fakeApi.refuse(chunk, 'client-email-taken', { rows: ['bea@example.com'] })
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  const said = (await dialog().findByText(/hay ya un cliente con este correo/)).parentElement ?? document.body
  const named = within(said).getAllByRole('listitem')
  expect(named.map(({ textContent }) => textContent)).toEqual(['bea@example.com'])
  expect(dialog().queryByRole('button', { name: 'Reintentar' })).toBeNull()
  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText('Importación descartada')).toBeDefined()
})

test('an import that met a taken address is thrown away before it is said which, and once', async () => {
  const person = await chooseFile(csv)
  fakeApi.refuse(chunk, 'client-email-taken', { rows: ['bea@example.com'] })
  const arrive = fakeApi.hold(`${one}/discard`, anImport('discarded'))
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  await waitFor(() => expect(fakeApi.asked(`${one}/discard`)).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(50)
  expect(dialog().queryByText(/hay ya un cliente con este correo/)).toBeNull()
  arrive()
  expect(await dialog().findByText(/hay ya un cliente con este correo/)).toBeDefined()
  await person.upload(field(), csv)

  await waitFor(() => expect(fakeApi.asked('POST /customers/imports/check')).toHaveLength(2))
  expect(await dialog().findByRole('button', { name: 'Importar 1 cliente' })).toBeDefined()
  expect(fakeApi.asked(`${one}/discard`)).toHaveLength(1)
})

test('an import that met a taken address says how far it is thrown away, and no more that it imports', async () => {
  const person = await chooseFile(csv)
  fakeApi.refuse(chunk, 'client-email-taken', { rows: ['bea@example.com'] })
  let arrive: () => void = vi.fn<() => void>()
  fakeApi.answer(`${one}/discard`, () => {
    arrive = fakeApi.hold(`${one}/discard`, anImport('discarded'))
    return { ...anImport('discarding'), total: 40, undone: 16 }
  })
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  expect(await dialog().findByRole('progressbar', { name: 'Descartando la importación: 16 de 40' })).toBeDefined()
  expect(dialog().queryByText(/^Importando/)).toBeNull()
  arrive()
  expect(await dialog().findByText(/hay ya un cliente con este correo/)).toBeDefined()
  expect(dialog().queryByRole('progressbar')).toBeNull()
})

test('an import of which the last answer was lost says that it may be done, and is not thrown away', async () => {
  const person = await chooseFile(csv)
  fakeApi.unreachable(`${one}/finish`)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  expect(await dialog().findByText(/Puede que la importación haya terminado/)).toBeDefined()
  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi.asked(`${one}/discard`)).toEqual([])
})

test('an import whose last step failed is finished from the list of recent ones', async () => {
  fakeApi.answer('GET /customers/imports', { items: [anImport('writing')] })
  fakeApi.answer(`${one}/finish`, () => {
    fakeApi.answer('GET /customers/imports', { items: [anImport('done')] })
    return anImport('done')
  })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')

  await person.click(await dialog().findByRole('button', { name: /^Terminar importación/ }))

  expect(await screen.findByText('Importación terminada')).toBeDefined()
  expect(await dialog().findByRole('button', { name: /^Deshacer importación/ })).toBeDefined()
  expect(dialog().queryByRole('button', { name: /^Terminar/ })).toBeNull()
})

test('an import of which rows are missing cannot be finished from there, only thrown away', async () => {
  fakeApi.answer('GET /customers/imports', { items: [{ ...anImport('writing'), total: 2 }] })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')

  expect(await dialog().findByRole('button', { name: /^Descartar/ })).toBeDefined()
  expect(dialog().queryByRole('button', { name: /^Terminar/ })).toBeNull()
})

test('whoever leaves while an import is being finished reads that its clients are added, and they are', async () => {
  const person = await chooseFile(csv)
  const arrive = fakeApi.hold(`${one}/finish`, anImport('done'))
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await waitFor(() => expect(fakeApi.asked(`${one}/finish`)).toHaveLength(1))

  await person.click(dialog().getByRole('button', { name: 'Cancelar' }))
  const question = within(await screen.findByRole('dialog', { name: 'La importación está terminando' }))
  expect(question.getByText(/sus clientes se añaden a la lista/)).toBeDefined()
  await person.click(question.getByRole('button', { name: 'Salir' }))
  arrive()

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi.asked(`${one}/discard`)).toEqual([])
})

test('a finished import is not thrown away when its dialog is closed', async () => {
  const person = await chooseFile(csv)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))
  await dialog().findByText('Importación terminada: 1 cliente más en la lista.')

  await person.click(dialog().getByRole('button', { name: 'Cerrar' }))

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi.asked(`${one}/discard`)).toEqual([])
})

test('a file that no request can carry is told to be too large, and is not sent', async () => {
  await chooseFile(new File(['x'.repeat(2_500_001)], 'todo.csv', { type: 'text/csv' }))

  expect(await dialog().findByText(/^El archivo es demasiado grande: como mucho, 2,5 MB/)).toBeDefined()
  expect(fakeApi.asked('POST /customers/imports/check')).toEqual([])
})

test('what the server says of the file or of the basis is said at that field, which has the focus', async () => {
  const problems = { basis: ['Esa base no vale'], text: ['El archivo no se puede leer'] }
  fakeApi.refuse('POST /customers/imports/check', 'invalid-input', problems)
  const person = await chooseFile(csv)

  const basis = await dialog().findByRole('combobox', { description: /Esa base no vale/ })

  await waitFor(() => expect(document.activeElement).toBe(basis))
  const [errorId = ''] = (field().getAttribute('aria-describedby') ?? '').split(' ')
  expect(document.getElementById(errorId)?.textContent).toBe('El archivo no se puede leer')
  await person.selectOptions(basis, 'health-care')
  expect(screen.queryByText('Esa base no vale')).toBeNull()
})

test('the corrected file can be chosen again under the same name, beside the imports that are in its way', async () => {
  fakeApi.answer('GET /customers/imports', { items: [anImport('writing')] })
  const text = 'Este email está en una importación sin terminar: espera a que acabe o descártala'
  const problems = [{ row: 2, column: 'Email', text }]
  fakeApi.answer('POST /customers/imports/check', { rows: [], found: 1, problems, ignored: [] })
  const person = await chooseFile(csv)
  await dialog().findByText(`Fila 2, Email: ${text}`)
  expect(await dialog().findByRole('button', { name: /^Descartar/ })).toBeDefined()

  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)

  await waitFor(() => expect(fakeApi.asked('POST /customers/imports/check')).toHaveLength(2))
})

test('notes of a file go with the legal basis that was chosen for them', async () => {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  await person.selectOptions(dialog().getByLabelText('Base legal de las notas'), 'written-consent')
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  expect(await dialog().findByText(/^Importación terminada/)).toBeDefined()
  const bodies = [...fakeApi.asked('POST /customers/imports/check'), ...fakeApi.asked(chunk)].map(({ body }) => body)
  expect(bodies).toMatchObject([{ basis: 'written-consent' }, { basis: 'written-consent' }])
})

test('a basis that is corrected after the file was checked is the one that is recorded', async () => {
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  await person.selectOptions(dialog().getByLabelText('Base legal de las notas'), 'written-consent')
  await person.upload(dialog().getByLabelText('Archivo CSV'), csv)
  await dialog().findByRole('button', { name: 'Importar 1 cliente' })

  await person.selectOptions(dialog().getByLabelText('Base legal de las notas'), 'health-care')
  await person.click(await dialog().findByRole('button', { name: 'Importar 1 cliente' }))

  expect(await dialog().findByText(/^Importación terminada/)).toBeDefined()
  expect(fakeApi.asked(chunk).map(({ body }) => body)).toMatchObject([{ basis: 'health-care' }])
  expect(dialog().getByLabelText<HTMLSelectElement>('Base legal de las notas').disabled).toBe(true)
})

test('recent imports that cannot be read say why, and stand in nobody’s way', async () => {
  fakeApi.refuse('GET /customers/imports', 'too-many-attempts')
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')

  expect(await dialog().findByText(/^Demasiados intentos/)).toBeDefined()
  expect(dialog().queryByText('Importaciones de los últimos 30 días')).toBeNull()
  expect(field()).toBeDefined()
})

const finish = 'Terminar importación de clientes.csv'
const discard = 'Descartar de clientes.csv'
const undo = 'Deshacer importación de clientes.csv'

test.each([
  ['done', '1 cliente. Se puede deshacer hasta el 1 de diciembre de 2026', [undo]],
  ['writing', 'Sin terminar: 1 de 1 fila guardada, ningún cliente visible', [finish, discard]],
  ['discarding', 'Importación a medias: queda 1 fila por retirar', [discard]],
  ['undoing', 'Importación a medias: queda 1 fila por retirar', [undo]],
  ['undone', 'Deshecha', []],
  ['discarded', 'Descartada', []],
] as const)('an import that is %s says so, and offers what can still be done with it', async (state, text, buttons) => {
  fakeApi.answer('GET /customers/imports', { items: [anImport(state)] })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')

  const line = within((await dialog().findByText(text)).closest('li') ?? document.body)

  expect(line.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
})

const askedToUndo = async () =>
  within(await screen.findByRole('dialog', { name: '¿Deshacer la importación de clientes.csv?' }))

test.each([
  ['done', 1, 'Se eliminará 1 cliente, salvo que ya tenga cuenta'],
  ['done', 1500, 'Se eliminarán 1500 clientes, salvo los que ya tengan cuenta'],
  ['undoing', 1500, 'Se eliminarán 1484 clientes, salvo los que ya tengan cuenta'],
] as const)('undoing one that is %s, of %i, asks before, and whoever says no keeps all', async (state, total, text) => {
  const undone = state === 'done' ? 0 : 16
  fakeApi.answer('GET /customers/imports', { items: [{ ...anImport(state), total, written: total, undone }] })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')

  await person.click(await dialog().findByRole('button', { name: /^Deshacer importación/ }))
  const question = await askedToUndo()

  expect(question.getByText(text, { exact: false })).toBeDefined()
  await person.click(question.getByRole('button', { name: 'Cancelar' }))
  expect(await dialog().findByRole('button', { name: /^Deshacer importación/ })).toBeDefined()
  expect(fakeApi.asked(`${one}/undo`)).toEqual([])
})

test.each([
  [0, 'Deshecha', undefined],
  [
    1,
    'Deshecha; se conserva 1 cliente',
    '1 de sus clientes se conserva: ya tiene cuenta, pagos, consultas u otra actividad en su ficha.',
  ],
  [
    2,
    'Deshecha; se conservan 2 clientes',
    '2 de sus clientes se conservan: ya tienen cuenta, pagos, consultas u otra actividad en su ficha.',
  ],
])('an import that is undone says how many of its clients stay and why: %i', async (kept, text, notice) => {
  const part = { ...anImport('undoing'), total: 3, written: 3, undone: 1 }
  fakeApi.answer('GET /customers/imports', { items: [{ ...anImport('done'), total: 3, written: 3 }] })
  fakeApi.answer(`${one}/undo`, () => {
    fakeApi.answer(`${one}/undo`, () => {
      const undone = { ...part, state: 'undone' as const, undone: 3 - kept, kept }
      fakeApi.answer('GET /customers/imports', { items: [undone] })
      return undone
    })
    return part
  })
  const person = openProductPath('/admin')
  await person.click(await screen.findByRole('button', { name: 'Importar CSV' }))
  await screen.findByRole('dialog')
  expect(await dialog().findByText('3 clientes. Se puede deshacer hasta el 1 de diciembre de 2026')).toBeDefined()

  await person.click(dialog().getByRole('button', { name: /^Deshacer importación/ }))
  await person.click((await askedToUndo()).getByRole('button', { name: 'Deshacer importación' }))

  expect(await screen.findByText('Importación deshecha')).toBeDefined()
  expect(screen.queryByText(/de sus clientes se conserva/)?.textContent).toBe(notice)
  expect(await dialog().findByText(text)).toBeDefined()
  expect(fakeApi.asked(`${one}/undo`)).toHaveLength(2)
})
