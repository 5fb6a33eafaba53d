import { describe, expect, test } from 'vitest'
import { CHUNK_ROWS } from '#contract/customer-import'
import { customers } from '#contract/customers'
import { ensureProfile } from '../../../functions/account/public/profile.ts'
import { countsIn } from '../../support/everything.ts'
import { proveSecondFactor } from '../../support/people.ts'
import { auditActionsOf } from '../../support/practice.ts'
import { aSetup } from './setup.ts'
import { begun, discarded, imported, someone, someRows, undone, written } from './imports.ts'

describe('taking an import back', () => {
  test('deletes its clients, who can be brought back one by one', async () => {
    const setup = await aSetup()
    const { restore, counts, search } = setup
    const importId = await imported(setup, 50)

    const after = await undone(setup, importId)

    expect(after).toMatchObject({ state: 'undone', undone: 50, kept: 0 })
    expect(await counts()).toEqual({ users: 0, clients: 0 })
    expect(await search('fila')).toEqual([])
    expect((await restore(`cus_${importId.slice(4)}-0007`)).body).toMatchObject({ name: 'Fila 7' })
    expect(await search('fila')).toEqual(['Fila 7'])
    expect(await auditActionsOf(setup.practice)).toContain('CUSTOMER_IMPORT_UNDONE')
  })

  test('leaves whoever has an account or payments by now, and says how many', async () => {
    const setup = await aSetup()
    const importId = await imported(setup, 3)
    await ensureProfile({ ...someone, email: 'fila1@correo.test' }, setup.practice)

    const after = await undone(setup, importId)

    expect(after).toMatchObject({ state: 'undone', kept: 1 })
    expect(await setup.counts()).toEqual({ users: 1, clients: 1 })
    expect(await setup.search('')).toEqual(['Fila 1'])
  })

  test('of an unfinished one leaves nothing of it', async () => {
    const setup = await aSetup()
    const importId = await begun(setup, 100)
    await written(setup, importId, someRows(CHUNK_ROWS))

    const after = await discarded(setup, importId)

    const counts = await countsIn(setup.practice)
    expect(after).toMatchObject({ state: 'discarded' })
    expect(counts).toMatchObject({ customer: 1, customerImport: 1 })
    expect(counts['searchLine']).toBeUndefined()
    expect(await setup.counts()).toEqual({ users: 0, clients: 0 })
  })

  test('A-38 wants a fresh code as long as somebody can have seen its clients, and none before', async () => {
    const setup = await aSetup()
    const [finished, unfinished] = [await imported(setup, 1), await begun(setup, 100)]
    setup.practice.clock.advance({ minutes: 5 })

    const discarding = await discarded(setup, unfinished)
    const undoing = await undone(setup, finished)
    await proveSecondFactor(setup.administrador, setup.practice)

    expect(discarding).toMatchObject({ state: 'discarded' })
    expect(undoing).toEqual({ code: 'proof-required' })
    expect(await undone(setup, finished)).toMatchObject({ state: 'undone' })
  })

  test('throws away no import that was finished, and undoes none that was not', async () => {
    const setup = await aSetup()
    const [finished, unfinished] = [await imported(setup, 1), await begun(setup, 100)]

    expect(await discarded(setup, finished)).toEqual({ code: 'import-closed' })
    expect(await undone(setup, unfinished)).toEqual({ code: 'import-closed' })
    expect(await setup.counts()).toEqual({ users: 0, clients: 1 })
  })

  test('is refused after 30 days', async () => {
    const setup = await aSetup()
    const importId = await imported(setup, 1)
    setup.practice.clock.advance({ hours: 20 })
    await proveSecondFactor(setup.administrador, setup.practice)
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
