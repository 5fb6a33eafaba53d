import { describe, expect, test } from 'vitest'
import { CHUNK_ROWS } from '#contract/customer-import'
import { customers } from '#contract/customers'
import { ensureProfile } from '#platform/profile'
import { countsIn } from '../../support/everything.ts'
import { proveSecondFactor } from '../../support/people.ts'
import { auditActionsOf } from '../../support/practice.ts'
import { aDesk } from './desk.ts'
import { begun, discarded, imported, someone, someRows, undone, written } from './imports.ts'

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
    await written(desk, importId, someRows(CHUNK_ROWS))

    const after = await discarded(desk, importId)

    const counts = await countsIn(desk.practice)
    expect(after).toMatchObject({ state: 'discarded' })
    expect(counts).toMatchObject({ customer: 1, customerImport: 1 })
    expect(counts['searchLine']).toBeUndefined()
    expect(await desk.counts()).toEqual({ users: 0, clients: 0 })
  })

  test('A-38 wants a fresh code as long as somebody can have seen its clients, and none before', async () => {
    const desk = await aDesk()
    const [finished, unfinished] = [await imported(desk, 1), await begun(desk, 100)]
    desk.practice.clock.advance({ minutes: 5 })

    const discarding = await discarded(desk, unfinished)
    const undoing = await undone(desk, finished)
    await proveSecondFactor(desk.administrador, desk.practice)

    expect(discarding).toMatchObject({ state: 'discarded' })
    expect(undoing).toEqual({ code: 'proof-required' })
    expect(await undone(desk, finished)).toMatchObject({ state: 'undone' })
  })

  test('throws away no import that was finished, and undoes none that was not', async () => {
    const desk = await aDesk()
    const [finished, unfinished] = [await imported(desk, 1), await begun(desk, 100)]

    expect(await discarded(desk, finished)).toEqual({ code: 'import-closed' })
    expect(await undone(desk, unfinished)).toEqual({ code: 'import-closed' })
    expect(await desk.counts()).toEqual({ users: 0, clients: 1 })
  })

  test('is refused after 30 days', async () => {
    const desk = await aDesk()
    const importId = await imported(desk, 1)
    desk.practice.clock.advance({ hours: 20 })
    await proveSecondFactor(desk.administrador, desk.practice)
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
