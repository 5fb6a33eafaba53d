import { describe, expect, test } from 'vitest'
import { account } from '#contract/account-domain'
import { users } from '#contract/users'
import { createUserSearchFollowUp, updateUserSearchPieces } from '#data/user-search-index'
import { createLambdaHandler as serveAccount } from '../../../functions/account/handler.ts'
import { createLambdaHandler as recounting } from '../../../functions/customers/recount.handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createUserAdminSetup } from './user-admin-setup.ts'

type Office = Awaited<ReturnType<typeof createUserAdminSetup>>

const find = async ({ ask, as }: Office, search: string, query: object = {}) =>
  (await ask(users.list, { as, query: { search, ...query } })).body

const idsOf = async (office: Office, search: string) => (await find(office, search)).items.map(({ id }) => id)

const index = ({ practice: { data } }: Office, userId: string) => updateUserSearchPieces(data, data.transact, userId)

const listPieces = async ({ practice }: Office) => (await practice.data.userSearchPieces.scan.go({ pages: 'all' })).data

const named = async (office: Office, firstName: string, lastName: string, more: object = {}) => {
  const person = await createCliente(office.practice, { firstName, lastName, ...more })
  await index(office, person.userId)
  return person
}

describe('FUN-04 A-76 the search of accounts', () => {
  test('finds a part of name or address, words in any order, and beginnings of words for one or two letters', async () => {
    const office = await createUserAdminSetup()
    const { userId } = await named(office, 'Íñigo', 'Peñalver Sanz')
    await named(office, 'Carmen', 'Gil')

    for (const search of ['eñalv', 'SANZ inigo', 'íñ', 'íñ sanz']) expect(await idsOf(office, search)).toEqual([userId])
    expect(await idsOf(office, 'nz')).toEqual([])
  })

  test('shows administrators and clients alike, newest first, page by page', async () => {
    const office = await createUserAdminSetup()
    const old = await named(office, 'Zoe', 'Uno', { createdAt: '2026-11-01T08:00:00.000Z' })
    const young = await named(office, 'Zoe', 'Dos', { createdAt: '2026-11-03T08:00:00.000Z' })
    const { userId } = await createAdministrador(office.practice)
    await office.practice.data.users.patch({ userId }).set({ firstName: 'Zoe', lastName: 'Tres' }).go()
    await index(office, userId)

    const first = await find(office, 'zoe', { limit: 2 })
    const second = await find(office, 'zoe', { limit: 2, cursor: first.next ?? '' })

    expect(first.matching).toBe(3)
    expect(second.next).toBeNull()
    const shown = [...first.items, ...second.items].map(({ id }) => id)
    expect(shown.filter((id) => id !== userId)).toEqual([young.userId, old.userId])
    expect(shown).toContain(userId)
  })

  test('counts to two hundred, and then says that there are more', async () => {
    const office = await createUserAdminSetup()
    const { data } = office.practice
    const pieces = Array.from({ length: 250 }, (_, n) => ({
      piece: 'ana',
      place: `=\nusr_many${String(n).padStart(4, '0')}`,
      createdAt: new Date(Date.UTC(2026, 10, 1) + n * 1000).toISOString(),
      text: 'ana\nana@correo.test\n\nwithout',
    }))
    await data.userSearchPieces.put(pieces).go()

    expect(await find(office, 'ana')).toMatchObject({ matching: 201, isComplete: true })
  })
})

describe('FUN-04 the search of accounts finds', () => {
  test('whoever was invited a moment ago, and nobody who was removed', async () => {
    const office = await createUserAdminSetup()
    const { body } = await office.invite('recien@correo.test', 'cliente')
    const found = await idsOf(office, 'recien')

    await office.remove(body.id)

    expect(found).toEqual([body.id])
    expect(await idsOf(office, 'recien')).toEqual([])
    expect(await listPieces(office)).toEqual([])
  })

  test('somebody by a new name at once, and no longer by the old one', async () => {
    const office = await createUserAdminSetup()
    const person = await named(office, 'Lucía', 'Ferrer')
    const as = createPasswordSessionClaims(person, office.practice)
    const ask = createEndpointCaller(serveAccount(() => office.practice))
    const notifications = { consultations: true, reminders: true, files: true, supplements: true, marketing: false }

    const { status } = await ask(account.changeSettings, {
      as,
      body: { firstName: 'Begoña', lastName: 'Prado', notifications, language: 'es', version: 0 },
    })

    expect(status).toBe(200)
    expect([await idsOf(office, 'prado'), await idsOf(office, 'ferrer')]).toEqual([[person.userId], []])
  })

  test('after the daily recount, whom a fault had left out', async () => {
    const office = await createUserAdminSetup()
    const { userId } = await createCliente(office.practice, { firstName: 'Olvidada', lastName: 'Ruiz' })
    const before = await idsOf(office, 'olvidada')

    await recounting(() => office.practice)()

    expect([before, await idsOf(office, 'olvidada')]).toEqual([[], [userId]])
  })

  test('a name only once when two changes of it meet, whichever was last', async () => {
    const office = await createUserAdminSetup()
    const { userId } = await named(office, 'Primera', 'Gil')
    const { data } = office.practice
    const rename = (firstName: string) =>
      data.transact((entities) => ({
        user: entities.users.patch({ userId }).set({ firstName }).commit(),
        search: createUserSearchFollowUp(userId),
      }))

    await Promise.all(['Segunda', 'Tercera'].map(rename))
    await index(office, userId)

    const { data: user } = await data.users.get({ userId }).go()
    expect(await idsOf(office, user?.firstName ?? '')).toEqual([userId])
    expect(new Set((await listPieces(office)).map(({ text }) => text.split(' ')[0]))).toEqual(
      new Set([user?.firstName.toLowerCase()]),
    )
  })
})
