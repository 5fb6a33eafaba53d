import { randomUUID } from 'node:crypto'
import type {
  CodeDeliveryDetailsType,
  ConfirmSignUpCommandInput,
  ResendConfirmationCodeCommandInput,
  SignUpCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { readOwnAttributes, requireEmail, requireText } from './attributes.ts'
import { deliveryTo, expired } from './codes.ts'
import { checkPassword } from './password-policy.ts'
import type { Pool } from './pool.ts'
import { eventAttributes } from './triggers.ts'
import { attributeList, type User } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

export function signUpOperations(pool: Pool): Record<string, Operation> {
  return {
    SignUp: (input: SignUpCommandInput) => signUp(pool, input),

    async ConfirmSignUp(input: ConfirmSignUpCommandInput) {
      const user = pool.users.find(requireText(input.Username, 'username'))
      if (!user?.enabled) throw expired()
      if (user.status !== 'UNCONFIRMED') {
        const message = `User cannot be confirmed. Current status is ${user.status}`
        throw new ServiceError('NotAuthorizedException', message)
      }
      pool.codes.check(user, 'sign-up', input.ConfirmationCode)
      pool.codes.spend(user, 'sign-up')
      await confirm(pool, user.username, { verifyEmail: true, clientMetadata: input.ClientMetadata })
      return {}
    },

    async ResendConfirmationCode(input: ResendConfirmationCodeCommandInput) {
      const name = requireText(input.Username, 'username')
      pool.codes.countRequest(name)
      const user = pool.users.find(name)
      if (!user?.enabled) return { CodeDeliveryDetails: deliveryTo(name) }
      if (user.status !== 'UNCONFIRMED') {
        throw new ServiceError('InvalidParameterException', 'User is already confirmed.')
      }
      return { CodeDeliveryDetails: await sendCode(pool, user, 'CustomMessage_ResendCode', input.ClientMetadata) }
    },
  }
}

async function signUp(pool: Pool, input: SignUpCommandInput): Promise<object> {
  const typed = requireText(input.Username, 'username')
  requireEmail(typed, 'Username should be an email.')
  const attributes: Record<string, string> = { email: typed, ...readOwnAttributes(input.UserAttributes) }
  checkPassword(input.Password)
  requireUnused(pool, attributes['email'] ?? typed)
  const user = newUser(pool, { ...attributes, email_verified: 'false' }, 'UNCONFIRMED')
  const validationData = (input.ValidationData ?? []).map(({ Name, Value }) => [Name, Value] as const)
  const answer = await firePreSignUp(pool, user, {
    source: 'PreSignUp_SignUp',
    validationData: validationData.length > 0 ? Object.fromEntries(validationData) : null,
    clientMetadata: input.ClientMetadata,
  })
  user.password = pool.verifierFor(user.username, input.Password)
  pool.users.add(user)
  if (!answer.autoConfirmUser) {
    const CodeDeliveryDetails = await sendCode(pool, user, 'CustomMessage_SignUp', input.ClientMetadata)
    return { UserConfirmed: false, UserSub: user.sub, CodeDeliveryDetails }
  }
  const verifyEmail = answer.autoVerifyEmail === true
  await confirm(pool, user.username, { verifyEmail, clientMetadata: input.ClientMetadata })
  return { UserConfirmed: true, UserSub: user.sub }
}

function sendCode(
  pool: Pool,
  user: User,
  source: string,
  clientMetadata: ClientMetadata,
): Promise<CodeDeliveryDetailsType> {
  return pool.codes.send(user, { purpose: 'sign-up', source, clientMetadata })
}

/** @throws ServiceError UsernameExistsException */
export function requireUnused(pool: Pool, email: string): void {
  if (pool.users.find(email)) throw new ServiceError('UsernameExistsException', 'User already exists')
}

export function newUser(pool: Pool, attributes: Record<string, string>, status: User['status'], sub?: string): User {
  const username = sub ?? randomUUID()
  const at = pool.now()
  const state = { status, enabled: true, identities: [], groups: [], createdAt: at, changedAt: at }
  return { username, sub: username, attributes, ...state }
}

interface PreSignUpOccasion {
  readonly source: string
  readonly validationData: Readonly<Record<string, string | undefined>> | null
  readonly clientMetadata?: ClientMetadata
}

export function firePreSignUp(
  pool: Pool,
  user: User,
  { source, validationData, clientMetadata }: PreSignUpOccasion,
): Promise<{ autoConfirmUser?: boolean; autoVerifyEmail?: boolean }> {
  const { sub: _, ...attributes } = Object.fromEntries(attributeList(user).map(({ Name, Value }) => [Name, Value]))
  return pool.fire({
    name: 'preSignUp',
    source,
    userName: user.username,
    request: { userAttributes: attributes, validationData, ...(clientMetadata && { clientMetadata }) },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  })
}

/** When the post-confirmation trigger fails the user stays confirmed, as in the real service. */
export async function confirm(
  pool: Pool,
  username: string,
  how: { verifyEmail: boolean; clientMetadata?: ClientMetadata },
): Promise<void> {
  const user = pool.users.change(username, (kept) => {
    kept.status = 'CONFIRMED'
    if (how.verifyEmail) kept.attributes['email_verified'] = 'true'
  })
  await firePostConfirmation(pool, user, 'PostConfirmation_ConfirmSignUp', how.clientMetadata)
}

export async function firePostConfirmation(
  pool: Pool,
  user: User,
  source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword',
  clientMetadata?: ClientMetadata,
): Promise<void> {
  await pool.fire({
    name: 'postConfirmation',
    source,
    userName: user.username,
    request: { userAttributes: eventAttributes(user), ...(clientMetadata && { clientMetadata }) },
    response: {},
  })
}
