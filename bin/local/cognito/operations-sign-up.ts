import { randomUUID } from 'node:crypto'
import type {
  CodeDeliveryDetailsType,
  ConfirmSignUpCommandInput,
  ResendConfirmationCodeCommandInput,
  SignUpCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { parseSelfServiceAttributes, requireEmailAddress, requireTextParameter } from './attributes.ts'
import { toCodeDeliveryDetails, createExpiredCodeError } from './codes.ts'
import { checkPasswordPolicy } from './password-policy.ts'
import type { LocalUserPool } from './pool.ts'
import { toTriggerUserAttributes } from './triggers.ts'
import { toCognitoAttributeList, type LocalCognitoUser } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

export function localCognitoSignUpOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    SignUp: (input: SignUpCommandInput) => signUp(pool, input),

    async ConfirmSignUp(input: ConfirmSignUpCommandInput) {
      const user = pool.users.find(requireTextParameter(input.Username, 'username'))
      if (!user?.enabled) throw createExpiredCodeError()
      if (user.status !== 'UNCONFIRMED') {
        const message = `User cannot be confirmed. Current status is ${user.status}`
        throw new StandInServiceError('NotAuthorizedException', message)
      }
      pool.codes.check(user, 'sign-up', input.ConfirmationCode)
      pool.codes.spend(user, 'sign-up')
      await confirmLocalCognitoUser(pool, user.username, { verifyEmail: true, clientMetadata: input.ClientMetadata })
      return {}
    },

    async ResendConfirmationCode(input: ResendConfirmationCodeCommandInput) {
      const name = requireTextParameter(input.Username, 'username')
      pool.codes.countRequest(name)
      const user = pool.users.find(name)
      if (!user?.enabled) return { CodeDeliveryDetails: toCodeDeliveryDetails(name) }
      if (user.status !== 'UNCONFIRMED') {
        throw new StandInServiceError('InvalidParameterException', 'User is already confirmed.')
      }
      return { CodeDeliveryDetails: await sendCode(pool, user, 'CustomMessage_ResendCode', input.ClientMetadata) }
    },
  }
}

async function signUp(pool: LocalUserPool, input: SignUpCommandInput): Promise<object> {
  const typed = requireTextParameter(input.Username, 'username')
  requireEmailAddress(typed, 'Username should be an email.')
  const attributes: Record<string, string> = { email: typed, ...parseSelfServiceAttributes(input.UserAttributes) }
  checkPasswordPolicy(input.Password)
  requireUnusedEmail(pool, attributes['email'] ?? typed)
  const user = buildLocalCognitoUser(pool, { ...attributes, email_verified: 'false' }, 'UNCONFIRMED')
  const validationData = (input.ValidationData ?? []).map(({ Name, Value }) => [Name, Value] as const)
  const answer = await firePreSignUpTrigger(pool, user, {
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
  await confirmLocalCognitoUser(pool, user.username, { verifyEmail, clientMetadata: input.ClientMetadata })
  return { UserConfirmed: true, UserSub: user.sub }
}

function sendCode(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  source: string,
  clientMetadata: ClientMetadata,
): Promise<CodeDeliveryDetailsType> {
  return pool.codes.send(user, { purpose: 'sign-up', source, clientMetadata })
}

/** @throws StandInServiceError UsernameExistsException */
export function requireUnusedEmail(pool: LocalUserPool, email: string): void {
  if (pool.users.find(email)) throw new StandInServiceError('UsernameExistsException', 'User already exists')
}

export function buildLocalCognitoUser(
  pool: LocalUserPool,
  attributes: Record<string, string>,
  status: LocalCognitoUser['status'],
  sub?: string,
): LocalCognitoUser {
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

export function firePreSignUpTrigger(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  { source, validationData, clientMetadata }: PreSignUpOccasion,
): Promise<{ autoConfirmUser?: boolean; autoVerifyEmail?: boolean }> {
  const { sub: _, ...attributes } = Object.fromEntries(
    toCognitoAttributeList(user).map(({ Name, Value }) => [Name, Value]),
  )
  return pool.fire({
    name: 'preSignUp',
    source,
    userName: user.username,
    request: { userAttributes: attributes, validationData, ...(clientMetadata && { clientMetadata }) },
    response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
  })
}

export async function confirmLocalCognitoUser(
  pool: LocalUserPool,
  username: string,
  how: { verifyEmail: boolean; clientMetadata?: ClientMetadata },
): Promise<void> {
  const user = pool.users.change(username, (kept) => {
    kept.status = 'CONFIRMED'
    if (how.verifyEmail) kept.attributes['email_verified'] = 'true'
  })
  await firePostConfirmationTrigger(pool, user, 'PostConfirmation_ConfirmSignUp', how.clientMetadata)
}

export async function firePostConfirmationTrigger(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword',
  clientMetadata?: ClientMetadata,
): Promise<void> {
  await pool.fire({
    name: 'postConfirmation',
    source,
    userName: user.username,
    request: { userAttributes: toTriggerUserAttributes(user), ...(clientMetadata && { clientMetadata }) },
    response: {},
  })
}
