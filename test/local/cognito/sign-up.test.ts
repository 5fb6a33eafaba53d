import {
  AdminConfirmSignUpCommand,
  AdminGetUserCommand,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CognitoStandInOptions } from '../../../bin/local/cognito/cognito.ts'
import {
  type RunningUserPool,
  createPassingTrigger,
  createRespondingTrigger,
  testPoolClientId,
  testPassword,
  signInWithSrp,
  testUserPoolId,
  createRefusingTrigger,
  startUserPool,
} from './running-user-pool.ts'

const email = 'ana@example.com'
const hour = 3_600_000
let pool: RunningUserPool

beforeEach(async () => {
  pool = await startUserPool()
})
afterEach(() => pool.close())

async function withTriggers(triggers: CognitoStandInOptions['triggers']): Promise<void> {
  await pool.close()
  pool = await startUserPool({ triggers })
}

const signUp = (more: Partial<ConstructorParameters<typeof SignUpCommand>[0]> = {}) =>
  pool.sdk.send(new SignUpCommand({ ClientId: testPoolClientId, Username: email, Password: testPassword, ...more }))
const confirm = (ConfirmationCode: string, Username = email) =>
  pool.sdk.send(new ConfirmSignUpCommand({ ClientId: testPoolClientId, Username, ConfirmationCode }))
const reset = (ConfirmationCode: string, Username = email) =>
  pool.sdk.send(
    new ConfirmForgotPasswordCommand({
      ClientId: testPoolClientId,
      Username,
      ConfirmationCode,
      Password: 'Calabaza-8',
    }),
  )
const forgot = (Username = email) => pool.sdk.send(new ForgotPasswordCommand({ ClientId: testPoolClientId, Username }))
const statusOf = async (Username = email) =>
  (await pool.sdk.send(new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username }))).UserStatus
async function askTooOften(Username: string): Promise<unknown> {
  const ask = () => pool.sdk.send(new ResendConfirmationCodeCommand({ ClientId: testPoolClientId, Username }))
  for (let request = 0; request < 10; request++) await ask()
  return ask()
}
const wrongCode = () => (pool.lastCode() === '111111' ? '222222' : '111111')

test('an address in use is refused, however it is written', async () => {
  await signUp()

  const again = signUp({ Username: email.toUpperCase() })

  await expect(again).rejects.toMatchObject({ name: 'UsernameExistsException', message: 'User already exists' })
})

test.each([
  ['Zanah-7', 'Password not long enough'],
  ['zanahoria-7', 'Password must have uppercase characters'],
  ['ZANAHORIA-7', 'Password must have lowercase characters'],
  ['Zanahoria-siete', 'Password must have numeric characters'],
  ['Zanahoria7', 'Password must have symbol characters'],
])('the password %s is refused: %s', async (weak, rule) => {
  await expect(signUp({ Password: weak })).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: `Password did not conform with policy: ${rule}`,
  })
})

const LONG_EMAIL = `ana@${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`

test('an address of more than 128 characters is no user name', async () => {
  const refusal = {
    name: 'InvalidParameterException',
    message: expect.stringContaining(
      "'username' failed to satisfy constraint: Member must have length less than or equal",
    ),
  }

  await expect(signUp({ Username: LONG_EMAIL })).rejects.toMatchObject(refusal)
  const lookUp = new AdminGetUserCommand({ UserPoolId: testUserPoolId, Username: LONG_EMAIL })
  await expect(pool.sdk.send(lookUp)).rejects.toMatchObject(refusal)
})

test('a custom attribute is refused where it is longer than in the pool’s schema', async () => {
  const UserAttributes = [{ Name: 'custom:terms_version', Value: 'x'.repeat(65) }]

  await expect(signUp({ UserAttributes })).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: expect.stringContaining('Attributes did not conform to the schema'),
  })
})

test('nobody declares an address verified by signing up', async () => {
  const attempt = signUp({ UserAttributes: [{ Name: 'email_verified', Value: 'true' }] })

  await expect(attempt).rejects.toMatchObject({ name: 'NotAuthorizedException' })
})

test('the pre-sign-up trigger sees the new user before there is one', async () => {
  const preSignUp = createPassingTrigger()
  await withTriggers({ preSignUp })

  const { UserSub } = await signUp({
    UserAttributes: [{ Name: 'given_name', Value: 'Ana' }],
    ValidationData: [{ Name: 'terms', Value: 'v3' }],
    ClientMetadata: { consent: 'yes' },
  })

  expect(preSignUp.mock.calls[0]?.[0]).toEqual({
    version: '1',
    region: 'eu-west-1',
    userPoolId: testUserPoolId,
    userName: UserSub,
    callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: testPoolClientId },
    triggerSource: 'PreSignUp_SignUp',
    request: {
      userAttributes: { email, given_name: 'Ana', email_verified: 'false' },
      validationData: { terms: 'v3' },
      clientMetadata: { consent: 'yes' },
    },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  })
})

test('a refusal by the pre-sign-up trigger reaches the person and leaves no user', async () => {
  await withTriggers({ preSignUp: createRefusingTrigger('underage') })

  const attempt = signUp()

  await expect(attempt).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: 'PreSignUp failed with error underage.',
  })
  expect((await pool.sdk.send(new ListUsersCommand({ UserPoolId: testUserPoolId }))).Users).toEqual([])
  expect(pool.mails).toEqual([])
})

test('the code stands wherever its placeholder does, whoever wrote it: in a name, twice, in the subject', async () => {
  await withTriggers({
    customMessage: createRespondingTrigger({
      emailSubject: 'Hola, {####}',
      emailMessage: '<p>Ana {####}</p><a>{####}</a>',
    }),
  })

  await signUp()

  const { subject, html } = pool.mails[0] ?? { subject: '', html: '' }
  const code = /\d{6}/.exec(subject)?.[0]
  expect(code).toBeDefined()
  expect([subject, html]).toEqual([`Hola, ${code}`, `<p>Ana ${code}</p><a>${code}</a>`])
})

test('the custom-message trigger words the mail', async () => {
  const customMessage = createRespondingTrigger({ emailSubject: 'Confirme su cuenta', emailMessage: '<a>{####}</a>' })
  await withTriggers({ customMessage })

  await signUp({ ClientMetadata: { origin: 'landing' } })

  expect(customMessage.mock.calls[0]?.[0]).toMatchObject({
    triggerSource: 'CustomMessage_SignUp',
    request: { codeParameter: '{####}', usernameParameter: null, clientMetadata: { origin: 'landing' } },
  })
  expect(pool.mails).toEqual([
    { to: email, subject: 'Confirme su cuenta', html: expect.stringMatching(/^<a>\d{6}<\/a>$/) },
  ])
})

test('a worded mail without the code is replaced by the plain one, as the service does', async () => {
  await withTriggers({ customMessage: createRespondingTrigger({ emailSubject: 'Hola', emailMessage: 'Hola' }) })

  await signUp()

  expect(pool.mails[0]).toMatchObject({ subject: 'Your verification code' })
})

test.each([{ emailMessage: '{####}' }, { emailSubject: 'Hola' }])(
  'where Cognito sends the mails itself it takes no word of a trigger: %j',
  async (words) => {
    await pool.close()
    const customMessage = createRespondingTrigger(words)
    pool = await startUserPool({ triggers: { customMessage }, mailAccount: 'COGNITO_DEFAULT' })

    await expect(signUp()).rejects.toMatchObject({ name: 'InvalidLambdaResponseException' })

    expect(pool.mails).toEqual([])
  },
)

test('where Cognito sends the mails itself it uses its own words after a trigger that says none', async () => {
  await pool.close()
  const customMessage = createPassingTrigger()
  pool = await startUserPool({ triggers: { customMessage }, mailAccount: 'COGNITO_DEFAULT' })

  await signUp()

  expect(customMessage).toHaveBeenCalledOnce()
  expect(pool.mails).toMatchObject([{ subject: 'Your verification code' }])
})

test('the post-confirmation trigger sees the confirmed user', async () => {
  const postConfirmation = createPassingTrigger()
  await withTriggers({ postConfirmation })
  await signUp()

  await confirm(pool.lastCode())

  expect(postConfirmation.mock.calls[0]?.[0]).toMatchObject({
    triggerSource: 'PostConfirmation_ConfirmSignUp',
    request: { userAttributes: { email, email_verified: 'true', 'cognito:user_status': 'CONFIRMED' } },
    response: {},
  })
})

test('a post-confirmation trigger that fails is reported, and the user stays confirmed', async () => {
  await withTriggers({ postConfirmation: createRefusingTrigger('table is away') })
  await signUp()

  const attempt = confirm(pool.lastCode())

  await expect(attempt).rejects.toMatchObject({ message: 'PostConfirmation failed with error table is away.' })
  expect(await statusOf()).toBe('CONFIRMED')
})

test('an unconfirmed user can be confirmed by the backend', async () => {
  await signUp()

  await pool.sdk.send(new AdminConfirmSignUpCommand({ UserPoolId: testUserPoolId, Username: email }))

  expect(await statusOf()).toBe('CONFIRMED')
})

test('a confirmation code is good for 24 hours', async () => {
  await signUp()
  pool.clock.advance(24 * hour)

  await expect(confirm(pool.lastCode())).rejects.toMatchObject({
    name: 'ExpiredCodeException',
    message: 'Invalid code provided, please request a code again.',
  })
})

test('a wrong confirmation code is refused and the right one still works', async () => {
  await signUp()

  await expect(confirm(wrongCode())).rejects.toMatchObject({ name: 'CodeMismatchException' })

  await confirm(pool.lastCode())
  expect(await statusOf()).toBe('CONFIRMED')
})

test('after five wrong codes even the right one is refused for an hour', async () => {
  await signUp()
  for (let attempt = 0; attempt < 5; attempt++) await confirm(wrongCode()).catch(() => undefined)

  await expect(confirm(pool.lastCode())).rejects.toMatchObject({ name: 'LimitExceededException' })

  pool.clock.advance(hour)
  await confirm(pool.lastCode())
  expect(await statusOf()).toBe('CONFIRMED')
})

test('confirming twice, or a name nobody has, is refused', async () => {
  await signUp()
  await confirm(pool.lastCode())

  await expect(confirm(pool.lastCode())).rejects.toMatchObject({
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  })
  await expect(confirm('123456', 'nadie@example.com')).rejects.toMatchObject({ name: 'ExpiredCodeException' })
})

test('asking for codes again and again is limited, also for a name nobody has', async () => {
  await signUp()

  const limited = { name: 'LimitExceededException', message: 'Attempt limit exceeded, please try after some time.' }
  await expect(askTooOften(email)).rejects.toMatchObject(limited)
  await expect(askTooOften('nadie@example.com')).rejects.toMatchObject(limited)
})

test('a forgotten password answers alike for an account and for a name nobody has', async () => {
  pool.cognito().seedUser({ email, password: testPassword })

  const known = await forgot()
  const unknown = await forgot('alguien@elsewhere.com')

  expect(known.CodeDeliveryDetails).toEqual(unknown.CodeDeliveryDetails)
  expect(pool.mails.map(({ to }) => to)).toEqual([email])
})

test('a reset code is good for one hour', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  await forgot()
  pool.clock.advance(hour)

  await expect(reset(pool.lastCode())).rejects.toMatchObject({ name: 'ExpiredCodeException' })
})

test('a reset code works once', async () => {
  pool.cognito().seedUser({ email, password: testPassword })
  await forgot()
  await reset(pool.lastCode())

  await expect(reset(pool.lastCode())).rejects.toMatchObject({ name: 'ExpiredCodeException' })
})

test('a reset for a name nobody has looks like a wrong code', async () => {
  await expect(reset('123456', 'nadie@example.com')).rejects.toMatchObject({ name: 'CodeMismatchException' })
})

test('an account that was never confirmed cannot reset its password', async () => {
  await signUp()

  await expect(forgot()).rejects.toMatchObject({ name: 'InvalidParameterException' })
})

test('a confirmation code does not reset a password', async () => {
  await signUp()
  await confirm(pool.lastCode())
  const confirmationCode = pool.lastCode()

  await expect(reset(confirmationCode)).rejects.toMatchObject({ name: 'ExpiredCodeException' })
  expect((await signInWithSrp(pool, email, testPassword)).AuthenticationResult).toBeDefined()
})
