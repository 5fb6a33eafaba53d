import { expect, test, vi } from 'vitest'
import { createPoolPerson } from '../../support/mfa-setup.ts'
import { readPracticeCounts } from '#data/practice-counter'
import type { StoredUser } from '#platform/user'
import { listAuditedActions } from '../../support/practice.ts'
import { interruptNextWrite } from '../../support/synchronize-next-writes.ts'
import { createUserAdminSetup, createSecondAdministrator } from './user-admin-setup.ts'

type Status = StoredUser['status']

async function createOffice(status: Status) {
  const office = await createUserAdminSetup()
  const person = await createPoolPerson(office)
  const { data } = office.practice
  const setStatus = (next: Status) => data.users.patch({ userId: person.userId }).set({ status: next }).go()
  await setStatus(status)
  const countRemovals = async () =>
    (await listAuditedActions(office.practice)).filter((action) => action === 'USER_REMOVED').length
  return { ...office, person, setStatus, countRemovals }
}

test.each<[Status, Status]>([
  ['active', 'deactivated'],
  ['active', 'leaving'],
  ['deactivated', 'active'],
  ['leaving', 'active'],
])(
  'FUN-06 an account that is %s, and becomes %s while it is removed, is removed in table and Cognito',
  async (...states) => {
    const [before, meanwhile] = states
    const { practice, person, remove, userIn, setStatus, countRemovals } = await createOffice(before)
    const { users } = await readPracticeCounts(practice.data)
    interruptNextWrite(practice, 'administrator', () => setStatus(meanwhile))

    expect(await remove(person.userId)).toEqual({ status: 200, body: { removed: true } })

    const user = await userIn(person.userId)
    expect(user).toMatchObject({ status: 'deleted' })
    expect(user).not.toHaveProperty('unfinished')
    expect(await practice.accounts.progress(person.email)).toBeUndefined()
    expect(await countRemovals()).toBe(1)
    // Counted out once, whichever change closed the account.
    const after = await readPracticeCounts(practice.data)
    expect(after.users - users).toBe(meanwhile === 'active' ? -1 : 0)
  },
)

test('FUN-06 an account that somebody else removes at the same moment is removed once, and both are told so', async () => {
  const { person, practice, remove, countRemovals } = await createOffice('active')
  interruptNextWrite(practice, 'administrator', () => remove(person.userId))

  expect(await remove(person.userId)).toEqual({ status: 200, body: { removed: true } })

  expect(await countRemovals()).toBe(1)
  expect(await practice.accounts.progress(person.email)).toBeUndefined()
})

test('FUN-06 an account that changes at every look is not removed, neither in the table nor in Cognito', async () => {
  const { person, practice, remove, userIn, setStatus, countRemovals } = await createOffice('active')
  const { transact } = practice.data
  let looks = 0
  vi.spyOn(practice.data, 'transact').mockImplementation(async (writes) => {
    looks += 1
    await setStatus(looks % 2 === 1 ? 'deactivated' : 'active')
    return transact(writes)
  })

  expect(await remove(person.userId)).toEqual({ status: 409, body: { code: 'changed-meanwhile' } })

  expect((await userIn(person.userId))?.status).not.toBe('deleted')
  expect(await practice.accounts.progress(person.email)).toBeDefined()
  expect(await countRemovals()).toBe(0)
})

test('FUN-06 whoever is no administrador any more by then removes nobody', async () => {
  const office = await createOffice('active')
  const { person, practice, ada, remove, userIn } = office
  await createSecondAdministrator(office)
  interruptNextWrite(practice, 'administrator', () =>
    practice.data.users
      .patch({ userId: ada.userId })
      .set({ role: 'cliente' })
      .composite({ createdAt: '2026-10-01T08:00:00.000Z' })
      .go(),
  )

  expect(await remove(person.userId)).toEqual({ status: 409, body: { code: 'last-administrator' } })

  expect(await userIn(person.userId)).toMatchObject({ status: 'active' })
  expect(await practice.accounts.progress(person.email)).toBeDefined()
})
