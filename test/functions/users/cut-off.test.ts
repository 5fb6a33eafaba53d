import { beforeEach, expect, test, vi } from 'vitest'
import { users } from '#contract/users'
import { createLambdaHandler } from '../../../functions/users/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { failOnFirstCall } from '../../support/mfa-setup.ts'
import { createUserAdminSetup } from './user-admin-setup.ts'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}))

const email = 'nueva@correo.test'

async function halfInvited(role: 'administrador' | 'cliente') {
  const office = await createUserAdminSetup()
  const accounts = failOnFirstCall(office.practice.accounts, 'setRole')
  const fragile = createEndpointCaller(createLambdaHandler(() => ({ ...office.practice, accounts })))
  expect((await fragile(users.invite, { as: office.as, body: { email, role } })).status).toBe(500)
  const [half] = (await office.ask(users.list, { as: office.as })).body.items
  const userId = half?.id ?? ''
  return { office, userId, groups: () => office.groupsOf(userId.slice('usr_'.length)) }
}

test('an invitation that was cut off before the role is finished with it by sending it again', async () => {
  const { office, userId, groups } = await halfInvited('administrador')
  const before = await groups()

  expect((await office.resend(userId)).body).toEqual({ sent: true })

  expect([before, await groups()]).toEqual([[], ['administrador']])
  expect(await office.userIn(userId)).not.toHaveProperty('unfinished')
})

test.each([
  ['administrador', 'cliente'],
  ['cliente', 'administrador'],
] as const)(
  'A-38 an invitation as %s that was cut off and is made again as %s gives the role of the last',
  async (first, last) => {
    const { office, userId, groups } = await halfInvited(first)

    const { status, body } = await office.invite(email, last)

    expect([status, body.role]).toEqual([200, last])
    expect(await office.userIn(userId)).toMatchObject({ role: last })
    expect(await office.userIn(userId)).not.toHaveProperty('unfinished')
    expect(await groups()).toEqual([last])
  },
)
