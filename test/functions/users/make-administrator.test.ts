import { describe, expect, test } from 'vitest'
import { makeAdministrator } from '../../../functions/users/make-administrator.ts'
import { readPracticeCounts } from '#data/practice-counter'
import { failOnFirstCall } from '../../support/mfa-setup.ts'
import { createCliente } from '../../support/people.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createUserAdminSetup } from './user-admin-setup.ts'

const ADDRESS = 'primera@correo.test'

describe('the first administrador', () => {
  test('is invited by whoever holds the account at AWS, is no cliente, and counts as a user alone', async () => {
    const { practice, pool, groupsOf, userIn } = await createUserAdminSetup()
    const [counted, before] = [await readPracticeCounts(practice.data), await countItemsByEntity(practice)]

    expect(await makeAdministrator(ADDRESS, practice)).toBe('invited')

    const { data } = await practice.data.users.query.byEmail({ email: ADDRESS }).go()
    const userId = data[0]?.userId ?? ''
    expect(await userIn(userId)).toMatchObject({ role: 'administrador', status: 'active' })
    expect(await groupsOf(userId.slice('usr_'.length))).toEqual(['administrador'])
    expect(pool.mails).toHaveLength(1)
    expect((await countItemsByEntity(practice))['customer']).toBe(before['customer'])
    expect(await readPracticeCounts(practice.data)).toMatchObject({
      users: counted.users + 1,
      clients: counted.clients,
    })
    expect(await listAuditChanges(practice)).toContainEqual(
      expect.objectContaining({ action: 'USER_INVITED', userId: 'system', subjectId: userId }),
    )
  })

  test('who signed up before is a cliente no more, neither in the list nor in the count', async () => {
    const { practice, pool, groupsOf, userIn } = await createUserAdminSetup()
    const cliente = await createCliente(practice)
    pool.cognito().seedUser({ email: cliente.email, sub: cliente.sub, password: 'Zanahoria-7', groups: ['cliente'] })
    const counted = await readPracticeCounts(practice.data)

    expect(await makeAdministrator(cliente.email, practice)).toBe('changed')

    expect(await userIn(cliente.userId)).toMatchObject({ role: 'administrador' })
    expect(await groupsOf(cliente.sub)).toEqual(['administrador'])
    const { data: file } = await practice.data.customers.get({ customerId: cliente.customerId ?? '' }).go()
    expect(file).toMatchObject({ internal: true })
    expect(await readPracticeCounts(practice.data)).toMatchObject({
      users: counted.users,
      clients: counted.clients - 1,
    })
  })

  test('is one already when it is asked for again', async () => {
    const { practice, ada } = await createUserAdminSetup()

    expect(await makeAdministrator(ada.email, practice)).toBe('unchanged')
  })

  test('is finished by the same command after a failure in the middle', async () => {
    const { practice, groupsOf } = await createUserAdminSetup()
    const fragile = { ...practice, data: failOnFirstCall(practice.data, 'transact') }
    await expect(makeAdministrator(ADDRESS, fragile)).rejects.toThrow('transact was cut off')

    expect(await makeAdministrator(ADDRESS, practice)).toBe('invited')

    const { data } = await practice.data.users.query.byEmail({ email: ADDRESS }).go()
    expect(data).toHaveLength(1)
    expect(await groupsOf((data[0]?.userId ?? '').slice('usr_'.length))).toEqual(['administrador'])
  })
})
