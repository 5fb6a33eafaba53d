import { describe, expect, test, vi } from 'vitest'
import { IMPORT_CHUNK_ROWS } from '#contract/customer-import'
import { customers } from '#contract/customers-domain'
import { toImportedCustomerId } from '#data/practice-counter'
import { ensureUserProfile } from '../../../functions/account/public/profile.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { recordPastConsultations } from '../../support/long-history.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'
import { createPasswordSessionClaims, recordSecondFactorProof } from '../../support/people.ts'
import { listAuditedActions, type TestPractice } from '../../support/practice.ts'
import { createCustomersSetup, type CustomersSetup } from './customers-setup.ts'
import {
  startTestImport,
  discardWholeImport,
  importCustomers,
  signedUpPerson,
  createImportRows,
  undoWholeImport,
  writeImportRows,
} from './import-setup.ts'

const at = '2026-11-20T09:00:00.000Z'

const file = {
  fileId: 'fil_00000001',
  fileType: 'analytics',
  fileName: 'Analítica.pdf',
  sizeBytes: 1000,
  status: 'available',
  fileKey: 'analytics/1.pdf',
  uploadedBy: 'usr_boss',
  createdAt: at,
} as const

const prescription = {
  clientSupplementId: 'csu_00000001',
  supplementId: 'sup_00000001',
  name: 'Magnesio',
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-20',
  status: 'active',
  version: 1,
  createdAt: at,
} as const

const questionnaire = { version: 1, answers: {}, savedBy: 'usr_boss', savedAt: at }

describe('taking an import back', () => {
  test('deletes its clients, who can be brought back one by one', async () => {
    const setup = await createCustomersSetup()
    const { restore, counts, search } = setup
    const importId = await importCustomers(setup, 50)

    const after = await undoWholeImport(setup, importId)

    expect(after).toMatchObject({ state: 'undone', undone: 50, kept: 0 })
    expect(await counts()).toEqual({ users: 0, clients: 0 })
    expect(await search('fila')).toEqual([])
    expect((await restore(`cus_${importId.slice(4)}-0007`)).body).toMatchObject({ name: 'Fila 7' })
    expect(await search('fila')).toEqual(['Fila 7'])
    expect(await listAuditedActions(setup.practice)).toContain('CUSTOMER_IMPORT_UNDONE')
  })

  test('leaves whoever has an account or payments by now, and says how many', async () => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 3)
    await ensureUserProfile({ ...signedUpPerson, email: 'fila1@correo.test' }, setup.practice)

    const after = await undoWholeImport(setup, importId)

    expect(after).toMatchObject({ state: 'undone', kept: 1 })
    expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
    expect(await setup.search('')).toEqual(['Fila 1'])
  })

  test('leaves whoever has had a consultation since, also a free one', async () => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 2)
    setup.practice.clock.advance({ days: 21 })
    await recordPastConsultations(setup.practice, toImportedCustomerId(importId, 1), 1)
    await recordSecondFactorProof(setup.administrador, setup.practice)

    const as = createPasswordSessionClaims(setup.administrador, setup.practice)
    const after = await undoWholeImport({ ...setup, as }, importId)

    expect(after).toMatchObject({ state: 'undone', kept: 1 })
    expect(
      await setup.practice.data.customers.get({ customerId: toImportedCustomerId(importId, 1) }).go(),
    ).toMatchObject({ data: { name: 'Fila 1' } })
  })

  test.each<[string, (data: TestPractice['data'], of: { readonly customerId: string }) => Promise<unknown>]>([
    ['a file', ({ clientFiles }, of) => clientFiles.create({ ...of, ...file }).go()],
    [
      'a prescription',
      ({ clientSupplements }, of) => clientSupplements.create({ ...of, ...prescription, times: ['Noche'] }).go(),
    ],
    ['a questionnaire', ({ questionnaires }, of) => questionnaires.create({ ...of, ...questionnaire }).go()],
    ['a message', ({ messageThreads }, of) => messageThreads.create({ ...of, version: 1, lastSentAt: at }).go()],
  ])('leaves whoever has %s by now', async (_, write) => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 3)
    await write(setup.practice.data, { customerId: toImportedCustomerId(importId, 1) })

    const after = await undoWholeImport(setup, importId)

    expect(after).toMatchObject({ state: 'undone', kept: 1 })
    expect(await setup.search('')).toEqual(['Fila 1'])
  })

  test.each<[string, (setup: CustomersSetup, of: { readonly customerId: string }) => Promise<{ status: number }>]>([
    [
      'corrected the address of',
      ({ ask, as }, params) => {
        const [, row] = createImportRows(2)
        return ask(customers.edit, { as, params, body: { ...row, address: 'Calle Nueva, 1', version: 1 } })
      },
    ],
    [
      'corrected the pathway of',
      ({ ask, as }, params) =>
        ask(customers.correctPathway, { as, params, body: { state: 'finished', reason: 'done-outside', version: 0 } }),
    ],
  ])('leaves whoever the practice has %s since', async (_, work) => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 3)
    expect(await work(setup, { customerId: toImportedCustomerId(importId, 1) })).toMatchObject({ status: 200 })

    const after = await undoWholeImport(setup, importId)

    expect(after).toMatchObject({ state: 'undone', kept: 1 })
    expect(await setup.search('')).toEqual(['Fila 1'])
  })

  test('of an unfinished one leaves nothing of it', async () => {
    const setup = await createCustomersSetup()
    const importId = await startTestImport(setup, 100)
    await writeImportRows(setup, importId, createImportRows(IMPORT_CHUNK_ROWS))

    const after = await discardWholeImport(setup, importId)

    const counts = await countItemsByEntity(setup.practice)
    expect(after).toMatchObject({ state: 'discarded' })
    expect(counts).toMatchObject({ customer: 1, customerImport: 1 })
    expect(counts['searchLine']).toBeUndefined()
    expect(await setup.counts()).toEqual({ users: 0, clients: 0 })
  })

  test('pressed twice at once takes each client back once, and both presses are answered', async () => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 40)
    const undo = () => setup.ask(customers.undoImport, { as: setup.as, params: { importId } })
    synchronizeNextWrites(setup.practice, 2)

    const both = await Promise.all([undo(), undo()])
    const after = await undoWholeImport(setup, importId)

    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(new Set(both.map(({ body }) => body.undone))).toEqual(new Set([16, 32]))
    expect(after).toMatchObject({ state: 'undone', undone: 40, kept: 0 })
    expect(await setup.counts()).toEqual({ users: 0, clients: 0 })
  })

  test('that is overtaken again and again says so, and nothing is half undone', async () => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 1)
    const overtaking = vi.spyOn(setup.practice.data, 'transact')
    overtaking.mockResolvedValue({ written: false, failed: 'import', failedAll: new Set(['import']) })

    const overtaken = await setup.ask(customers.undoImport, { as: setup.as, params: { importId } })
    overtaking.mockRestore()

    expect(overtaken).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })
    expect(await setup.counts()).toEqual({ users: 0, clients: 1 })
  })

  test('A-38 wants a fresh code as long as somebody can have seen its clients, and none before', async () => {
    const setup = await createCustomersSetup()
    const [finished, unfinished] = [await importCustomers(setup, 1), await startTestImport(setup, 100)]
    setup.practice.clock.advance({ minutes: 5 })

    const discarding = await discardWholeImport(setup, unfinished)
    const undoing = await undoWholeImport(setup, finished)
    await recordSecondFactorProof(setup.administrador, setup.practice)

    expect(discarding).toMatchObject({ state: 'discarded' })
    expect(undoing).toEqual({ code: 'proof-required' })
    expect(await undoWholeImport(setup, finished)).toMatchObject({ state: 'undone' })
  })

  test('throws away no import that was finished, and undoes none that was not', async () => {
    const setup = await createCustomersSetup()
    const [finished, unfinished] = [await importCustomers(setup, 1), await startTestImport(setup, 100)]

    expect(await discardWholeImport(setup, finished)).toEqual({ code: 'import-closed' })
    expect(await undoWholeImport(setup, unfinished)).toEqual({ code: 'import-closed' })
    expect(await setup.counts()).toEqual({ users: 0, clients: 1 })
  })

  test.each([
    ['one second before', 200, -1],
    ['one second after', 409, 1],
  ])('is answered, %s thirty days are over, with %i', async (_, status, seconds) => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 1)
    setup.practice.clock.advance({ days: 30, seconds })
    await recordSecondFactorProof(setup.administrador, setup.practice)
    const as = createPasswordSessionClaims(setup.administrador, setup.practice)

    const answer = await setup.ask(customers.undoImport, { as, params: { importId } })

    expect(answer.status).toBe(status)
    expect(answer.body).toMatchObject(status === 200 ? { state: 'undone' } : { code: 'import-closed' })
  })

  test('is refused after 30 days', async () => {
    const setup = await createCustomersSetup()
    const importId = await importCustomers(setup, 1)
    setup.practice.clock.advance({ hours: 20 })
    await recordSecondFactorProof(setup.administrador, setup.practice)
    await setup.practice.data.customerImports.delete({ importId }).go()
    await setup.practice.data.customerImports
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

    const answer = await setup.ask(customers.undoImport, { as: setup.as, params: { importId } })

    expect(answer).toEqual({ status: 409, body: { code: 'import-closed' } })
  })
})
