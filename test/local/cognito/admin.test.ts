import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  CreateGroupCommand,
  DescribeUserPoolCommand,
  GetTokensFromRefreshTokenCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
  type AdminCreateUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFunctionTimeout } from '../../../bin/local/template/function-error.ts'
import {
  type RunningUserPool,
  createPassingTrigger,
  createRespondingTrigger,
  testPoolClientId,
  testPassword,
  signInWithSrp,
  testUserPoolId,
  startUserPool,
} from './running-user-pool.ts'

const email = 'ana@example.com'
const UserPoolId = testUserPoolId
const who = { UserPoolId, Username: email }
let pool: RunningUserPool

beforeEach(async () => {
  pool = await startUserPool()
})
afterEach(() => pool.close())

const anAccount = (more: { totpSecret?: string; groups?: string[] } = {}) =>
  pool.cognito().seedUser({ email, password: testPassword, ...more })
const getUser = () => pool.sdk.send(new AdminGetUserCommand(who))
const invite = (more: Partial<AdminCreateUserCommandInput> = {}) =>
  pool.sdk.send(new AdminCreateUserCommand({ ...who, ...more }))
const set = (Name: string) =>
  pool.sdk.send(new AdminUpdateUserAttributesCommand({ ...who, UserAttributes: [{ Name, Value: 'x' }] }))
const list = async (Filter?: string) =>
  (await pool.sdk.send(new ListUsersCommand({ UserPoolId, Filter }))).Users?.map(
    ({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value,
  )

test('a user shows with status, attributes, factor and dates', async () => {
  const sub = anAccount({ totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })

  expect(await getUser()).toMatchObject({
    Username: sub,
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    UserCreateDate: expect.any(Date),
    UserAttributes: expect.arrayContaining([{ Name: 'sub', Value: sub }]),
  })
})

test('a name nobody has is not found', async () => {
  await expect(getUser()).rejects.toMatchObject({ name: 'UserNotFoundException', message: 'User does not exist.' })
})

test('an invitation is worded by the custom-message trigger and carries name and temporary password', async () => {
  const customMessage = createRespondingTrigger({ emailSubject: 'Bienvenida', emailMessage: '{username} {####}' })
  await pool.close()
  pool = await startUserPool({ triggers: { customMessage } })

  const { User } = await invite({ TemporaryPassword: 'Temporal-1' })

  expect(User?.UserStatus).toBe('FORCE_CHANGE_PASSWORD')
  expect(customMessage.mock.calls[0]?.[0]).toMatchObject({
    triggerSource: 'CustomMessage_AdminCreateUser',
    request: { codeParameter: '{####}', usernameParameter: '{username}' },
  })
  expect(pool.mails).toEqual([{ to: email, subject: 'Bienvenida', html: `${email} Temporal-1` }])
})

test('an invitation sent again brings another password and begins its seven days anew', async () => {
  await invite({ TemporaryPassword: 'Temporal-1' })
  pool.clock.advance(8 * 24 * 3_600_000)

  await invite({ MessageAction: 'RESEND', TemporaryPassword: 'Temporal-2' })

  expect(pool.mails.at(-1)?.html).toContain('Temporal-2')
  expect((await signInWithSrp(pool, email, 'Temporal-2')).ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('a made-up temporary password conforms with the policy', async () => {
  await invite()

  const temporary = /password is (.+)\.$/.exec(pool.mails[0]?.html ?? '')?.[1] ?? ''

  expect(temporary).toMatch(/(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]).{8,}/)
  expect((await signInWithSrp(pool, email, temporary)).ChallengeName).toBe('NEW_PASSWORD_REQUIRED')
})

test('nobody is invited twice, nor anew once they are in', async () => {
  anAccount()

  await expect(invite()).rejects.toMatchObject({ name: 'UsernameExistsException' })
  await expect(invite({ MessageAction: 'RESEND' })).rejects.toMatchObject({ name: 'UnsupportedUserStateException' })
})

test('a quiet invitation sends no mail', async () => {
  await invite({ MessageAction: 'SUPPRESS' })

  expect(pool.mails).toEqual([])
})

test('a permanent password lets in at once', async () => {
  await invite({ MessageAction: 'SUPPRESS' })

  await pool.sdk.send(new AdminSetUserPasswordCommand({ ...who, Password: testPassword, Permanent: true }))

  expect((await signInWithSrp(pool, email, testPassword)).AuthenticationResult).toBeDefined()
})

test('a reset by the administrator asks for a new password and mails a code', async () => {
  anAccount()

  await pool.sdk.send(new AdminResetUserPasswordCommand(who))

  await expect(signInWithSrp(pool, email, testPassword)).rejects.toMatchObject({
    name: 'PasswordResetRequiredException',
  })
  expect(pool.lastCode()).toMatch(/^\d{6}$/)
})

test('disabling ends the sign-ins of a user, enabling lets in again', async () => {
  anAccount()
  const { AuthenticationResult } = await signInWithSrp(pool, email, testPassword)

  await pool.sdk.send(new AdminDisableUserCommand(who))

  const { RefreshToken } = AuthenticationResult ?? {}
  const refresh = new GetTokensFromRefreshTokenCommand({ ClientId: testPoolClientId, RefreshToken })
  await expect(pool.sdk.send(refresh)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
  expect((await getUser()).Enabled).toBe(false)
  await pool.sdk.send(new AdminEnableUserCommand(who))
  await expect(pool.sdk.send(refresh)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' })
  expect((await signInWithSrp(pool, email, testPassword)).AuthenticationResult).toBeDefined()
})

test('a deleted user is gone and the address is free', async () => {
  const first = anAccount()

  await pool.sdk.send(new AdminDeleteUserCommand(who))

  await expect(getUser()).rejects.toMatchObject({ name: 'UserNotFoundException' })
  expect(anAccount()).not.toBe(first)
})

test('a changed address signs in by the new one, unless somebody has it', async () => {
  anAccount()
  pool.cognito().seedUser({ email: 'eva@example.com', password: testPassword })
  const change = (Value: string) =>
    pool.sdk.send(new AdminUpdateUserAttributesCommand({ ...who, UserAttributes: [{ Name: 'email', Value }] }))

  await expect(change('eva@example.com')).rejects.toMatchObject({ name: 'AliasExistsException' })
  await change('ana.nueva@example.com')

  expect((await signInWithSrp(pool, 'ana.nueva@example.com', testPassword)).AuthenticationResult).toBeDefined()
  await expect(getUser()).rejects.toMatchObject({ name: 'UserNotFoundException' })
})

test.each(['custom:terms_accepted_at', 'custom:terms_version', 'custom:marketing_opt_in'])(
  'A-19 %s cannot be written a second time, as the pool’s schema says',
  async (Name) => {
    const Username = pool.cognito().seedUser({ email, password: testPassword })

    const attempt = pool.sdk.send(
      new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes: [{ Name, Value: '' }] }),
    )

    await expect(attempt).rejects.toMatchObject({ name: 'InvalidParameterException' })
  },
)

test('an attribute outside the schema is refused, a custom one is kept', async () => {
  anAccount()
  await set('custom:consent')

  expect((await getUser()).UserAttributes).toContainEqual({ Name: 'custom:consent', Value: 'x' })
  await expect(set('shoe_size')).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test('the administrator takes a lost authenticator away', async () => {
  anAccount({ totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })

  await pool.sdk.send(new AdminSetUserMFAPreferenceCommand({ ...who, SoftwareTokenMfaSettings: { Enabled: false } }))

  expect((await getUser()).UserMFASettingList).toBeUndefined()
  expect((await signInWithSrp(pool, email, testPassword)).AuthenticationResult).toBeDefined()
})

test('a factor that was never proven cannot be switched on', async () => {
  anAccount()

  const attempt = pool.sdk.send(
    new AdminSetUserMFAPreferenceCommand({ ...who, SoftwareTokenMfaSettings: { Enabled: true } }),
  )

  await expect(attempt).rejects.toMatchObject({ message: 'User has not verified software token mfa' })
})

test('the two groups of the product exist from the start and take members in and out', async () => {
  const sub = anAccount()
  const membership = { ...who, GroupName: 'administrador' }
  const members = async () =>
    (await pool.sdk.send(new ListUsersInGroupCommand({ UserPoolId, GroupName: 'administrador' }))).Users?.map(
      ({ Username }) => Username,
    )

  await pool.sdk.send(new AdminAddUserToGroupCommand(membership))
  await pool.sdk.send(new AdminAddUserToGroupCommand({ ...who, GroupName: 'cliente' }))
  const { Groups } = await pool.sdk.send(new AdminListGroupsForUserCommand(who))

  expect(Groups?.map(({ GroupName }) => GroupName)).toEqual(['administrador', 'cliente'])
  expect(await members()).toEqual([sub])
  await pool.sdk.send(new AdminRemoveUserFromGroupCommand(membership))
  expect(await members()).toEqual([])
})

test('a group exists only once it is created', async () => {
  anAccount()
  const add = () => pool.sdk.send(new AdminAddUserToGroupCommand({ ...who, GroupName: 'equipo' }))

  await expect(add()).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await pool.sdk.send(new CreateGroupCommand({ UserPoolId, GroupName: 'equipo' }))
  await expect(add()).resolves.toBeDefined()
  await expect(pool.sdk.send(new CreateGroupCommand({ UserPoolId, GroupName: 'equipo' }))).rejects.toMatchObject({
    name: 'GroupExistsException',
  })
})

test('users are found by filter', async () => {
  anAccount()
  pool
    .cognito()
    .seedUser({ email: 'eva@example.com', password: testPassword, attributes: { given_name: 'Eva "la" Ruiz' } })

  expect(await list('email = "EVA@example.com"')).toEqual(['eva@example.com'])
  expect(await list('email ^= "a"')).toEqual([email])
  expect(await list('given_name = "Eva \\"la\\" Ruiz"')).toEqual(['eva@example.com'])
  expect(await list('cognito:user_status = "CONFIRMED"')).toHaveLength(2)
  await expect(list('custom:consent = "x"')).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test('users come in pages', async () => {
  for (const name of ['a', 'b', 'c']) pool.cognito().seedUser({ email: `${name}@example.com`, password: testPassword })

  const first = await pool.sdk.send(new ListUsersCommand({ UserPoolId, Limit: 2 }))
  const PaginationToken = first.PaginationToken
  const second = await pool.sdk.send(new ListUsersCommand({ UserPoolId, Limit: 2, PaginationToken }))

  expect([first.Users?.length, second.Users?.length, second.PaginationToken]).toEqual([2, 1, undefined])
})

test('a page holds no more than 60 users, and no more can be asked for', async () => {
  await expect(pool.sdk.send(new ListUsersCommand({ UserPoolId, Limit: 61 }))).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: expect.stringContaining("Value '61' at 'limit' failed to satisfy constraint"),
  })
})

test('the pool describes itself', async () => {
  const { UserPool } = await pool.sdk.send(new DescribeUserPoolCommand({ UserPoolId }))

  expect(UserPool).toMatchObject({ Id: testUserPoolId, MfaConfiguration: 'OPTIONAL' })
})

const initiate = (
  given: string,
  AuthFlow: 'ADMIN_USER_PASSWORD_AUTH' | 'USER_PASSWORD_AUTH' = 'ADMIN_USER_PASSWORD_AUTH',
  ClientMetadata?: Record<string, string>,
) =>
  pool.sdk.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId: testPoolClientId,
      AuthFlow,
      AuthParameters: { USERNAME: email, PASSWORD: given },
      ...(ClientMetadata && { ClientMetadata }),
    }),
  )

test('the backend signs somebody in with the password itself', async () => {
  anAccount()

  expect((await initiate(testPassword)).AuthenticationResult).toMatchObject({ RefreshToken: expect.any(String) })
  await expect(initiate('Zanahoria-8')).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})

test('of what the backend says with it only the trigger before the password learns', async () => {
  const [preAuthentication, postAuthentication, preTokenGeneration] = [
    createPassingTrigger(),
    createPassingTrigger(),
    createPassingTrigger(),
  ]
  await pool.close()
  pool = await startUserPool({ triggers: { preAuthentication, postAuthentication, preTokenGeneration } })
  anAccount()

  await initiate(testPassword, 'ADMIN_USER_PASSWORD_AUTH', { ticket: 'tkt_1' })

  expect(preAuthentication.mock.lastCall?.[0].request).toMatchObject({ validationData: { ticket: 'tkt_1' } })
  expect(postAuthentication.mock.lastCall?.[0].request).not.toHaveProperty('clientMetadata')
  expect(preTokenGeneration.mock.lastCall?.[0].request).not.toHaveProperty('clientMetadata')
})

test('where the first answer of a trigger is lost, it is called again with the same event, and the second answer counts', async () => {
  let calls = 0
  const preAuthentication = vi.fn<(event: object) => Promise<object>>((event) => {
    calls += 1
    return calls === 1 ? Promise.reject(new Error('nobody hears this')) : Promise.resolve(event)
  })
  await pool.close()
  pool = await startUserPool({ triggers: { preAuthentication }, callsTriggersTwice: () => true })
  anAccount()

  await expect(initiate(testPassword)).resolves.toBeDefined()

  const [first, second, ...others] = preAuthentication.mock.calls
  expect(second).toEqual(first)
  expect(others).toEqual([])
})

test('a trigger that runs into its function’s limit is called again, three times in all, and another error is not repeated', async () => {
  const preAuthentication = vi.fn<(event: object) => Promise<object>>()
  await pool.close()
  pool = await startUserPool({ triggers: { preAuthentication } })
  anAccount()
  const timeout = createFunctionTimeout('req_1', 5)

  preAuthentication.mockRejectedValueOnce(timeout).mockRejectedValueOnce(timeout)
  preAuthentication.mockImplementationOnce((event) => Promise.resolve(event))
  await expect(initiate(testPassword)).resolves.toBeDefined()
  expect(preAuthentication).toHaveBeenCalledTimes(3)

  preAuthentication.mockRejectedValue(timeout)
  await expect(initiate(testPassword)).rejects.toThrow(
    'PreAuthentication failed with error req_1 Task timed out after 5.00 seconds.',
  )
  expect(preAuthentication).toHaveBeenCalledTimes(6)

  preAuthentication.mockRejectedValue(new Error('not today'))
  await expect(initiate(testPassword)).rejects.toThrow('PreAuthentication failed with error not today.')
  expect(preAuthentication).toHaveBeenCalledTimes(7)
})

test('the backend too is asked for the code of whoever has an app', async () => {
  anAccount({ totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })

  const { ChallengeName, AuthenticationResult } = await initiate(testPassword)

  expect([ChallengeName, AuthenticationResult]).toEqual(['SOFTWARE_TOKEN_MFA', undefined])
})

test('no other flow takes a password from the backend', async () => {
  anAccount()

  await expect(initiate(testPassword, 'USER_PASSWORD_AUTH')).rejects.toMatchObject({
    name: 'InvalidParameterException',
  })
})
