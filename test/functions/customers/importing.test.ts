import { describe, expect, test } from 'vitest'
import { CHUNK_ROWS, type NewCustomer } from '#contract/customer-import'
import { customers } from '#contract/customers'
import { ensureProfile } from '#platform/profile'
import { countsIn } from '../../support/everything.ts'
import { auditActionsOf } from '../../support/practice.ts'
import { aDesk } from './desk.ts'

const check = async (text: string, desk?: Desk) => {
  const { ask, as } = desk ?? (await aDesk())
  return (await ask(customers.checkImport, { as, body: { text } })).body
}

describe('a file that is looked at first', () => {
  test.each([
    ['semicolons and a BOM', '\uFEFFNombre;Email;Teléfono\r\nAda;ada@correo.test;600 123 456\r\n'],
    ['commas', 'nombre,EMAIL,telefono\nAda,ada@correo.test,600 123 456'],
    [
      'other titles and another order',
      'Móvil;Correo electrónico;Nombre y apellidos\n600 123 456;ADA@correo.test; Ada ',
    ],
  ])('is read with %s', async (_, text) => {
    expect(await check(text)).toEqual({
      rows: [{ name: 'Ada', email: 'ada@correo.test', phone: '600 123 456', address: null, notes: null }],
      found: 1,
      problems: [],
      ignored: [],
    })
  })

  test('says what is wrong by row and column, and offers none of its rows', async () => {
    const text = [
      'Nombre;Email;Ciudad',
      'Ada;ada@correo.test;Lugo',
      ';bea@',
      'Cai;ada@correo.test;',
      '"Dos";d@d.es;x;y',
    ].join('\n')

    expect(await check(text)).toEqual({
      rows: [],
      found: 4,
      problems: [
        { row: 3, column: 'Nombre', text: 'Indica el nombre' },
        { row: 3, column: 'Email', text: 'Email no válido' },
        { row: 4, column: 'Email', text: 'Este email ya está en la fila 2' },
        { row: 5, column: null, text: 'La fila tiene más celdas que títulos' },
      ],
      ignored: ['Ciudad'],
    })
  })

  test('says whom the practice has already', async () => {
    const desk = await aDesk()
    await desk.create({ name: 'Ada', email: 'ada@correo.test' })

    const { problems } = await check('Nombre;Email\nOtra;ADA@correo.test', desk)

    expect(problems).toEqual([{ row: 2, column: 'Email', text: 'Ya hay un cliente con este email' }])
  })

  test.each([
    ['', 'Falta la columna «Nombre» y «Email»'],
    ['Nombre\nAda', 'Falta la columna «Email»'],
    ['Nombre;Email', 'El archivo no tiene ninguna fila'],
    ['Nombre;Email;Correo\nAda;a@b.es;a@b.es', 'La columna «Email» está dos veces'],
    ['Nombre;Email\n"Ada;a@b.es', 'El archivo no es un CSV válido: revisa las comillas'],
    [`Nombre;Email\n${'Ada;a@b.es\n'.repeat(2001)}`, 'El archivo tiene más de 2000 filas'],
  ])('that cannot be read at all is refused as a whole: %#', async (text, problem) => {
    expect(await check(text)).toEqual({
      rows: [],
      found: 0,
      problems: [{ row: 1, column: null, text: problem }],
      ignored: [],
    })
  })
})

describe('an import', () => {
  test('is seen, found and counted at once when it is finished, and by nobody before', async () => {
    const desk = await aDesk()
    const { ask, as, counts, search } = desk
    await desk.create({ name: 'De antes', email: 'antes@correo.test' })
    const rows = someRows(100)
    const importId = await begun(desk, rows.length)
    await written(desk, importId, rows)

    const before = [await counts(), await search('fila'), (await ask(customers.list, { as })).body.items.length]
    const { body: finished } = await ask(customers.finishImport, { as, params: { importId } })

    const { body: list } = await ask(customers.list, { as, query: { limit: 100 } })
    expect(before).toEqual([{ users: 0, clients: 1 }, [], 1])
    expect(finished).toMatchObject({ state: 'done', total: 100, written: 100 })
    expect(await counts()).toEqual({ users: 0, clients: 101 })
    expect(await search('fila 7')).toHaveLength(11)
    expect(list).toMatchObject({ total: 101, matching: 101 })
    expect(list.items).toHaveLength(100)
  })

  test('may be asked for twice in each of its parts and is written once', async () => {
    const desk = await aDesk()
    const { ask, as, counts } = desk
    const rows = someRows(3)
    const importId = await begun(desk, 3)

    await Promise.all([1, 2, 3].map(() => written(desk, importId, rows)))
    await Promise.all([1, 2].map(() => ask(customers.finishImport, { as, params: { importId } })))

    expect(await counts()).toEqual({ users: 0, clients: 3 })
    expect((await countsIn(desk.practice))['searchLine']).toBe(3)
    const { body } = await ask(customers.listImports, { as })
    expect(body.items).toMatchObject([{ importId, state: 'done', written: 3, fileName: 'clientes.csv' }])
  })

  test('of which rows are missing is not finished', async () => {
    const desk = await aDesk()
    const importId = await begun(desk, 100)
    await written(desk, importId, someRows(45))

    const answer = await desk.ask(customers.finishImport, { as: desk.as, params: { importId } })

    expect(answer).toEqual({ status: 409, body: { code: 'import-incomplete' } })
  })

  test('takes no rows that are not its own, and none once it is finished', async () => {
    const desk = await aDesk()
    const { ask, as } = desk
    const importId = await begun(desk, 2)
    const params = { importId, chunk: '0' }

    const short = await ask(customers.writeImport, { as, params, body: { rows: someRows(1) } })
    const beyond = await ask(customers.writeImport, {
      as,
      params: { importId, chunk: '1' },
      body: { rows: someRows(1) },
    })
    await written(desk, importId, someRows(2))
    await ask(customers.finishImport, { as, params: { importId } })
    const late = await ask(customers.writeImport, { as, params, body: { rows: someRows(2) } })

    expect([short.status, beyond.status]).toEqual([400, 400])
    expect(late).toEqual({ status: 409, body: { code: 'import-closed' } })
  })

  test('A-21 does not give a client to whoever proves their address before it is finished', async () => {
    const desk = await aDesk()
    const importId = await begun(desk, 1)
    await written(desk, importId, someRows(1))

    const user = await ensureProfile({ ...someone, email: 'fila0@correo.test' }, desk.practice)

    expect(user.customerId).toBe(`cus_${someone.sub}`)
    expect(await desk.counts()).toEqual({ users: 1, clients: 1 })
  })
})

describe('taking an import back', () => {
  test('deletes its clients, who can be brought back one by one', async () => {
    const desk = await aDesk()
    const { restore, counts, search } = desk
    const importId = await imported(desk, 50)

    const after = await undone(desk, importId)

    expect(after).toMatchObject({ state: 'undone', undone: 50, kept: 0 })
    expect(await counts()).toEqual({ users: 0, clients: 0 })
    expect(await search('fila')).toEqual([])
    expect((await restore(`cus_${importId.slice(4)}-0007`)).body).toMatchObject({ name: 'Fila 7' })
    expect(await search('fila')).toEqual(['Fila 7'])
    expect(await auditActionsOf(desk.practice)).toContain('CUSTOMER_IMPORT_UNDONE')
  })

  test('leaves whoever has an account or payments by now, and says how many', async () => {
    const desk = await aDesk()
    const importId = await imported(desk, 3)
    await ensureProfile({ ...someone, email: 'fila1@correo.test' }, desk.practice)

    const after = await undone(desk, importId)

    expect(after).toMatchObject({ state: 'undone', kept: 1 })
    expect(await desk.counts()).toEqual({ users: 1, clients: 1 })
    expect(await desk.search('')).toEqual(['Fila 1'])
  })

  test('of an unfinished one leaves nothing of it', async () => {
    const desk = await aDesk()
    const importId = await begun(desk, 100)
    await written(desk, importId, someRows(45))

    const after = await undone(desk, importId)

    const counts = await countsIn(desk.practice)
    expect(after).toMatchObject({ state: 'discarded' })
    expect(counts).toMatchObject({ customer: 1, customerImport: 1 })
    expect(counts['searchLine']).toBeUndefined()
    expect(await desk.counts()).toEqual({ users: 0, clients: 0 })
  })

  test('is refused after 30 days', async () => {
    const desk = await aDesk()
    const importId = await imported(desk, 1)
    desk.practice.clock.advance({ hours: 20 })
    await desk.practice.data.customerImports.delete({ importId }).go()
    await desk.practice.data.customerImports
      .put({
        importId,
        fileName: 'x.csv',
        state: 'done',
        total: 1,
        written: 1,
        undone: 0,
        kept: 0,
        createdAt: '2026-10-21T09:00:00.000Z',
      })
      .go()

    const answer = await desk.ask(customers.undoImport, { as: desk.as, params: { importId } })

    expect(answer).toEqual({ status: 409, body: { code: 'import-closed' } })
  })
})

describe('the file of all clients', () => {
  test('opens in a spreadsheet in Spain, runs nothing there, and can be imported again', async () => {
    const desk = await aDesk()
    const { ask, as } = desk
    await desk.create({
      name: '=HYPERLINK("x")',
      email: 'a@correo.test',
      phone: '+34 600',
      notes: 'Dos\nlíneas; y más',
    })

    const { body } = await ask(customers.exportAll, { as })
    const { rows } = await check(body.csv.replace('a@correo', 'b@correo'), desk)

    expect(body.next).toBeNull()
    expect(body.csv).toBe(
      '\uFEFFNombre;Email;Teléfono;Dirección;Notas;Fecha\r\n' +
        `"'=HYPERLINK(""x"")";a@correo.test;'+34 600;;"Dos\nlíneas; y más";2026-11-21\r\n`,
    )
    expect(rows).toMatchObject([{ name: '=HYPERLINK("x")', phone: '+34 600', notes: 'Dos\nlíneas; y más' }])
    expect(await auditActionsOf(desk.practice)).toContain('CUSTOMERS_EXPORTED')
  })
})

type Desk = Awaited<ReturnType<typeof aDesk>>

const someone = {
  sub: '00000000-0000-4000-8000-000000009999',
  email: '',
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: undefined,
  termsAcceptedAt: undefined,
  termsVersion: undefined,
  marketingOptIn: false,
  confirmed: true,
}

const someRows = (count: number): NewCustomer[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `Fila ${n}`,
    email: `fila${n}@correo.test`,
    phone: null,
    address: null,
    notes: null,
  }))

async function begun({ ask, as }: Desk, total: number): Promise<string> {
  const { body } = await ask(customers.beginImport, { as, body: { fileName: 'clientes.csv', total } })
  return body.importId
}

async function written({ ask, as }: Desk, importId: string, rows: readonly NewCustomer[]): Promise<void> {
  for (let chunk = 0; chunk * CHUNK_ROWS < rows.length; chunk++) {
    const body = { rows: rows.slice(chunk * CHUNK_ROWS, (chunk + 1) * CHUNK_ROWS) }
    const { status } = await ask(customers.writeImport, { as, params: { importId, chunk: `${chunk}` }, body })
    expect(status).toBe(200)
  }
}

async function imported(desk: Desk, count: number): Promise<string> {
  const importId = await begun(desk, count)
  await written(desk, importId, someRows(count))
  await desk.ask(customers.finishImport, { as: desk.as, params: { importId } })
  return importId
}

async function undone({ ask, as }: Desk, importId: string) {
  for (;;) {
    const { body } = await ask(customers.undoImport, { as, params: { importId } })
    if (!body.state || body.state === 'undone' || body.state === 'discarded') return body
  }
}
