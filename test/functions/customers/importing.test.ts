import { describe, expect, test, vi } from 'vitest'
import { NewCustomer } from '#contract/customer'
import { IMPORT_CHUNK_ROWS } from '#contract/customer-import'
import { customers } from '#contract/customers-domain'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { listAuditedActions } from '../../support/practice.ts'
import { createCustomersSetup, type CustomersSetup } from './customers-setup.ts'
import { startTestImport, signedUpPerson, createImportRows, writeImportRows } from './import-setup.ts'

const check = async (text: string, setup?: CustomersSetup, more: object = {}) => {
  const { ask, as } = setup ?? (await createCustomersSetup())
  return (await ask(customers.checkImport, { as, body: { text, ...more } })).body
}

describe('a file that is looked at first', () => {
  test.each([
    ['semicolons and a BOM', '\uFEFFNombre;Email;Teléfono\r\nAda;ada@correo.test;600 123 456\r\n'],
    ['commas', 'nombre,EMAIL,telefono\nAda,ada@correo.test,600 123 456'],
    [
      'other titles and another order',
      'Móvil;Correo electrónico;Nombre y apellidos\n600 123 456;ADA@correo.test; Ada ',
    ],
    ['tabs', 'Nombre\tEmail\tTeléfono\r\nAda\tada@correo.test\t600 123 456\r\n'],
    ['a line that says what separates', '\uFEFFsep=;\r\nNombre;Email;Teléfono\r\nAda;ada@correo.test;600 123 456\r\n'],
    ['a line that names another mark', 'sep=|\nNombre|Email|Teléfono\nAda|ada@correo.test|600 123 456'],
    ['more commas than semicolons in no title', 'Nombre;Email;Teléfono\n"Ada";ada@correo.test;"600 123 456"'],
  ])('is read with %s', async (_, text) => {
    expect(await check(text)).toEqual({
      rows: [NewCustomer.parse({ name: 'Ada', email: 'ada@correo.test', phone: '600 123 456' })],
      found: 1,
      problems: [],
      ignored: [],
    })
  })

  test('gives a client the surnames that stand in a column of their own', async () => {
    const { rows, ignored } = await check(
      'Apellidos;Nombre;Email\nMuñoz Íñigo;Ana;ana@correo.test\n;Bea;bea@correo.test',
    )

    expect(rows.map(({ name }) => name)).toEqual(['Ana Muñoz Íñigo', 'Bea'])
    expect(ignored).toEqual([])
  })

  test('may have 10,000 rows, and the reply is what Lambda can send', async () => {
    const lines = Array.from(
      { length: 10_000 },
      (_, index) => `Cliente ${index};c${index}@correo.test;600123456;Calle Mayor 1`,
    )

    const { rows, ...reply } = await check(['Nombre;Email;Teléfono;Dirección', ...lines].join('\n'))

    expect([rows.length, reply.problems]).toEqual([10_000, []])
    expect(JSON.stringify(JSON.stringify(rows)).length).toBeLessThan(6_000_000)
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

  test('counts rows as a spreadsheet does: empty ones too, and one with lines in a cell once', async () => {
    const text = [
      'Nombre;Email;Dirección',
      'Ada;ada@correo.test;"Calle Mayor 1\n\n27001 Lugo"',
      ';;',
      '',
      'Bea;bea@;',
      ';;',
      'Cai;ada@correo.test;',
    ].join('\r\n')

    expect(await check(text)).toMatchObject({
      found: 3,
      problems: [
        { row: 5, column: 'Email', text: 'Email no válido' },
        { row: 7, column: 'Email', text: 'Este email ya está en la fila 2' },
      ],
    })
  })

  test('may begin with empty rows, which count', async () => {
    const { problems } = await check('\uFEFF;\n\nNombre;Email\nAda;ada@')

    expect(problems).toMatchObject([{ row: 4 }])
  })

  test('says whom the practice has already', async () => {
    const setup = await createCustomersSetup()
    await setup.create({ name: 'Ada', email: 'ada@correo.test' })

    const { problems } = await check('Nombre;Email\nOtra;ADA@correo.test', setup)

    expect(problems).toEqual([{ row: 2, column: 'Email', text: 'Ya hay un cliente con este correo' }])
  })

  test.each([
    ['', 'Faltan las columnas «Nombre» y «Email»'],
    ['Nombre\nAda', 'Falta la columna «Email»'],
    ['Nombre;Email', 'El archivo no tiene ninguna fila'],
    ['Nombre;Email;Correo\nAda;a@b.es;a@b.es', 'La columna «Email» está dos veces'],
    ['Nombre;Email\n"Ada;a@b.es', 'El archivo no es un CSV válido: revisa las comillas'],
    [`Nombre;Email\n${'Ada;a@b.es\n'.repeat(10_001)}`, 'El archivo tiene más de 10.000 filas'],
    ['Nombre;Apellidos;Apellido;Email\nAda;B;C;a@b.es', 'La columna «Apellidos» está dos veces'],
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
    const setup = await createCustomersSetup()
    const { ask, as, counts, search } = setup
    await setup.create({ name: 'De antes', email: 'antes@correo.test' })
    const rows = createImportRows(100)
    const importId = await startTestImport(setup, rows.length)
    await writeImportRows(setup, importId, rows)

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
    const setup = await createCustomersSetup()
    const { ask, as, counts } = setup
    const rows = createImportRows(3)
    const importId = await startTestImport(setup, 3)

    await Promise.all([1, 2, 3].map(() => writeImportRows(setup, importId, rows)))
    await Promise.all([1, 2].map(() => ask(customers.finishImport, { as, params: { importId } })))

    expect(await counts()).toEqual({ users: 0, clients: 3 })
    expect((await countItemsByEntity(setup.practice))['searchLine']).toBe(3)
    const { body } = await ask(customers.listImports, { as })
    expect(body.items).toMatchObject([{ importId, state: 'done', written: 3, fileName: 'clientes.csv' }])
  })

  test('of which rows are missing is not finished', async () => {
    const setup = await createCustomersSetup()
    const importId = await startTestImport(setup, 100)
    await writeImportRows(setup, importId, createImportRows(IMPORT_CHUNK_ROWS))

    const answer = await setup.ask(customers.finishImport, { as: setup.as, params: { importId } })

    expect(answer).toEqual({ status: 409, body: { code: 'import-incomplete' } })
  })

  test('takes no rows that are not its own, and none once it is finished', async () => {
    const setup = await createCustomersSetup()
    const { ask, as } = setup
    const importId = await startTestImport(setup, 2)
    const params = { importId, chunk: '0' }

    const short = await ask(customers.writeImport, { as, params, body: { rows: createImportRows(1) } })
    const beyond = await ask(customers.writeImport, {
      as,
      params: { importId, chunk: '1' },
      body: { rows: createImportRows(1) },
    })
    await writeImportRows(setup, importId, createImportRows(2))
    await ask(customers.finishImport, { as, params: { importId } })
    const late = await ask(customers.writeImport, { as, params, body: { rows: createImportRows(2) } })

    expect([short.status, beyond.status]).toEqual([400, 400])
    expect(late).toEqual({ status: 409, body: { code: 'import-closed' } })
  })

  test('A-21 does not give a client to whoever proves their address before it is finished', async () => {
    const setup = await createCustomersSetup()
    const importId = await startTestImport(setup, 1)
    await writeImportRows(setup, importId, createImportRows(1))

    const user = await ensureUserProfile({ ...signedUpPerson, email: 'fila0@correo.test' }, setup.practice)

    expect(user.customerId).toBe(signedUpPerson.userId.replace('usr_', 'cus_'))
    expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
  })
})

describe('the file of all clients', () => {
  test('opens in a spreadsheet in Spain, runs nothing there, and can be imported again', async () => {
    const setup = await createCustomersSetup()
    const { ask, as } = setup
    await setup.create({
      name: '+SUMA("x")',
      email: 'a@correo.test',
      phone: '+34 600',
      notes: 'Dos\nlíneas; y más',
      basis: 'health-care',
    })

    const { body } = await ask(customers.exportAll, { as })
    const { rows } = await check(body.csv.replace('a@correo', 'b@correo'), setup, { basis: 'health-care' })

    expect(body.next).toBeNull()
    expect(body.csv).toBe(
      '\uFEFFNombre;Email;Teléfono;Dirección;Notas;Fecha\r\n' +
        `"'+SUMA(""x"")";a@correo.test;+34 600;;"Dos\nlíneas; y más";2026-11-21\r\n`,
    )
    expect(rows).toMatchObject([{ name: '+SUMA("x")', phone: '+34 600', notes: 'Dos\nlíneas; y más' }])
    expect(await listAuditedActions(setup.practice)).toContain('CUSTOMERS_EXPORTED')
  })
})

const bases = async ({ practice }: CustomersSetup) =>
  (await practice.data.healthConsents.scan.go({ pages: 'all' })).data

describe('a file with notes', () => {
  const text = 'Nombre;Email;Notas\nBea;bea@correo.test;\nAda;ada@correo.test;Enfermedad de Crohn'

  test('is not taken without the legal basis of its notes, and none of its rows is written', async () => {
    const setup = await createCustomersSetup()
    const { ask, as } = setup

    const { rows, problems } = await check(text, setup)
    const importId = await startTestImport(setup, 1)
    const row = { name: 'Ada', email: 'ada@correo.test', notes: 'Enfermedad de Crohn' }
    const answer = await ask(customers.writeImport, { as, params: { importId, chunk: '0' }, body: { rows: [row] } })

    expect([rows, problems]).toMatchObject([[], [{ row: 3, column: 'Notas' }]])
    expect(answer.body.code).toBe('health-basis-required')
    expect(await bases(setup)).toEqual([])
  })

  test('is written with the basis that is named, which stands in the ledger of every client with notes once it is applied', async () => {
    const setup = await createCustomersSetup()
    const { ask, as, administrador, practice } = setup
    const basis = 'written-consent'

    const { rows } = await check(text, setup, { basis })
    const importId = await startTestImport(setup, 2)
    const { status } = await ask(customers.writeImport, { as, params: { importId, chunk: '0' }, body: { rows, basis } })

    const before = await bases(setup)
    const finish = () => ask(customers.finishImport, { as, params: { importId } })
    const finished = [await finish(), await finish()]

    expect([status, before, ...finished.map((answer) => answer.status)]).toEqual([200, [], 200, 200])
    const { data: files } = await practice.data.customers.scan.go({ pages: 'all' })
    const { customerId } = files.find(({ notes }) => notes) ?? {}
    expect(await bases(setup)).toMatchObject([
      { customerId, event: 'basis-named', by: 'practice', userId: administrador.userId, basis },
    ])
  })

  test('on every row is written part by part, as many as one transaction holds', async () => {
    const setup = await createCustomersSetup()
    const { ask, as } = setup
    const importId = await startTestImport(setup, IMPORT_CHUNK_ROWS)
    const rows = createImportRows(IMPORT_CHUNK_ROWS).map((row) => ({ ...row, notes: 'Come poco' }))

    const { status } = await ask(customers.writeImport, {
      as,
      params: { importId, chunk: '0' },
      body: { rows, basis: 'health-care' },
    })

    await ask(customers.finishImport, { as, params: { importId } })

    expect(status).toBe(200)
    expect(await bases(setup)).toHaveLength(IMPORT_CHUNK_ROWS)
  })

  test('that is thrown away leaves nothing in the ledger', async () => {
    const setup = await createCustomersSetup()
    const { ask, as } = setup
    const importId = await startTestImport(setup, 2)
    const { rows } = await check(text, setup, { basis: 'health-care' })
    await ask(customers.writeImport, { as, params: { importId, chunk: '0' }, body: { rows, basis: 'health-care' } })

    const { body } = await ask(customers.discardImport, { as, params: { importId } })

    expect(body.state).toBe('discarded')
    expect(await bases(setup)).toEqual([])
  })

  test('that was applied halfway is not thrown away but finished, with one line for each client', async () => {
    const setup = await createCustomersSetup()
    const { ask, as, practice } = setup
    const importId = await startTestImport(setup, 2)
    const { rows } = await check(text, setup, { basis: 'health-care' })
    await ask(customers.writeImport, { as, params: { importId, chunk: '0' }, body: { rows, basis: 'health-care' } })
    const { transact } = practice.data
    let writes = 0
    // The process is interrupted after the search items were written.
    vi.spyOn(practice.data, 'transact').mockImplementation((each) => {
      if (++writes === 3) throw new Error('the machine stopped')
      return transact(each)
    })
    const cut = await ask(customers.finishImport, { as, params: { importId } })

    const thrownAway = await ask(customers.discardImport, { as, params: { importId } })
    const finished = await ask(customers.finishImport, { as, params: { importId } })

    expect([cut.status, thrownAway.body, finished.body.state]).toEqual([500, { code: 'import-closed' }, 'done'])
    expect(await bases(setup)).toHaveLength(1)
  })
})
