import type {
  ChangePasswordCommandInput,
  ConfirmForgotPasswordCommandInput,
  DeleteUserCommandInput,
  ForgotPasswordCommandInput,
  GetUserAttributeVerificationCodeCommandInput,
  GetUserCommandInput,
  GlobalSignOutCommandInput,
  UpdateUserAttributesCommandInput,
  VerifyUserAttributeCommandInput,
  AdminResetUserPasswordCommandInput,
  AdminSetUserPasswordCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { parseUserAttributeChanges, parseSelfServiceAttributes, requireTextParameter } from './attributes.ts'
import { toCodeDeliveryDetails } from './codes.ts'
import { toUserMfaSettings } from './operations-mfa.ts'
import { firePostConfirmationTrigger } from './operations-sign-up.ts'
import { checkPasswordPolicy } from './password-policy.ts'
import type { LocalUserPool } from './pool.ts'
import { isPasswordCorrect } from './srp.ts'
import { toCognitoAttributeList, type LocalCognitoUser } from './users.ts'

export function localCognitoAccountOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    ForgotPassword: (input: ForgotPasswordCommandInput) => forgotPassword(pool, input),
    ConfirmForgotPassword: (input: ConfirmForgotPasswordCommandInput) => confirmForgotPassword(pool, input),
    ChangePassword: (input: ChangePasswordCommandInput) => changePassword(pool, input),
    UpdateUserAttributes: (input: UpdateUserAttributesCommandInput) => updateAttributes(pool, input),

    async GetUser(input: GetUserCommandInput) {
      const user = await pool.tokens.owner(input.AccessToken)
      return { Username: user.username, UserAttributes: toCognitoAttributeList(user), ...toUserMfaSettings(user) }
    },

    async GetUserAttributeVerificationCode(input: GetUserAttributeVerificationCodeCommandInput) {
      const user = await pool.tokens.owner(input.AccessToken)
      pool.codes.countRequest(user.username)
      return {
        CodeDeliveryDetails: await pool.codes.send(user, {
          purpose: 'attribute',
          source: 'CustomMessage_VerifyUserAttribute',
          clientMetadata: input.ClientMetadata,
        }),
      }
    },

    async VerifyUserAttribute(input: VerifyUserAttributeCommandInput) {
      const user = await pool.tokens.owner(input.AccessToken)
      pool.codes.check(user, 'attribute', input.Code)
      pool.codes.spend(user, 'attribute')
      pool.users.change(user.username, (kept) => {
        if (kept.pendingEmail !== undefined) kept.attributes['email'] = kept.pendingEmail
        delete kept.pendingEmail
        kept.attributes['email_verified'] = 'true'
      })
      return {}
    },

    async GlobalSignOut(input: GlobalSignOutCommandInput) {
      const user = await pool.tokens.owner(input.AccessToken)
      pool.signIns.endAllOf(user.username)
      return {}
    },

    async DeleteUser(input: DeleteUserCommandInput) {
      const user = await pool.tokens.owner(input.AccessToken)
      pool.signIns.endAllOf(user.username)
      pool.users.remove(user.username)
      return {}
    },
  }
}

async function forgotPassword(pool: LocalUserPool, input: ForgotPasswordCommandInput): Promise<object> {
  const name = requireTextParameter(input.Username, 'username')
  pool.codes.countRequest(name)
  const user = pool.users.find(name)
  if (!user?.enabled) return { CodeDeliveryDetails: toCodeDeliveryDetails(name) }
  if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED' && user.status !== 'UNCONFIRMED') {
    throw new StandInServiceError('NotAuthorizedException', 'User password cannot be reset in the current state.')
  }
  if (user.attributes['email_verified'] !== 'true') {
    const message = 'Cannot reset password for the user as there is no registered/verified email or phone_number'
    throw new StandInServiceError('InvalidParameterException', message)
  }
  const order = {
    purpose: 'reset',
    source: 'CustomMessage_ForgotPassword',
    clientMetadata: input.ClientMetadata,
  } as const
  return { CodeDeliveryDetails: await pool.codes.send(user, order) }
}

async function confirmForgotPassword(pool: LocalUserPool, input: ConfirmForgotPasswordCommandInput): Promise<object> {
  const user = pool.users.find(requireTextParameter(input.Username, 'username'))
  if (!user?.enabled) {
    throw new StandInServiceError('CodeMismatchException', 'Invalid verification code provided, please try again.')
  }
  checkPasswordPolicy(input.Password)
  pool.codes.check(user, 'reset', input.ConfirmationCode)
  pool.codes.spend(user, 'reset')
  const changed = setPassword(pool, user, input.Password)
  await firePostConfirmationTrigger(pool, changed, 'PostConfirmation_ConfirmForgotPassword', input.ClientMetadata)
  return {}
}

async function changePassword(pool: LocalUserPool, input: ChangePasswordCommandInput): Promise<object> {
  const user = await pool.tokens.owner(input.AccessToken)
  checkPasswordPolicy(input.ProposedPassword)
  pool.attempts.requireUnlocked(user.username)
  const owner = { poolName: pool.name, username: user.username }
  if (!user.password || !isPasswordCorrect(owner, String(input.PreviousPassword), user.password)) {
    pool.attempts.fail(user.username)
    throw new StandInServiceError('NotAuthorizedException', 'Incorrect username or password.')
  }
  setPassword(pool, user, input.ProposedPassword)
  return {}
}

function setPassword(pool: LocalUserPool, { username }: LocalCognitoUser, password: string): LocalCognitoUser {
  const verifier = pool.verifierFor(username, password)
  pool.attempts.forgive(username)
  return pool.users.change(username, (kept) => {
    kept.password = verifier
    kept.status = 'CONFIRMED'
    delete kept.temporaryPasswordExpiresAt
  })
}

async function updateAttributes(pool: LocalUserPool, input: UpdateUserAttributesCommandInput): Promise<object> {
  const user = await pool.tokens.owner(input.AccessToken)
  parseUserAttributeChanges(input.UserAttributes)
  const { email, ...attributes } = parseSelfServiceAttributes(input.UserAttributes)
  const newEmail = email !== undefined && email !== user.attributes['email'] ? email : undefined
  // AttributesRequireVerificationBeforeUpdate: the old address stays until the new one is verified. A trigger that
  // throws stops the whole call.
  const details =
    newEmail === undefined
      ? undefined
      : await pool.codes.send(
          { ...user, attributes: { ...user.attributes, email: newEmail } },
          { purpose: 'attribute', source: 'CustomMessage_UpdateUserAttribute', clientMetadata: input.ClientMetadata },
        )
  pool.users.change(user.username, (kept) => {
    Object.assign(kept.attributes, attributes)
    if (newEmail !== undefined) kept.pendingEmail = newEmail
  })
  return { CodeDeliveryDetailsList: details ? [details] : [] }
}

const TEMPORARY_PASSWORD_MS = 7 * 24 * 3_600_000

export function localCognitoPasswordOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    AdminSetUserPassword(input: AdminSetUserPasswordCommandInput) {
      const user = pool.users.mustFind(input.Username)
      checkPasswordPolicy(input.Password)
      if (input.Permanent) setPassword(pool, user, input.Password)
      else storeTemporaryPassword(pool, user, input.Password)
      return {}
    },

    async AdminResetUserPassword(input: AdminResetUserPasswordCommandInput) {
      const user = pool.users.mustFind(input.Username)
      if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED') {
        throw new StandInServiceError('NotAuthorizedException', 'User password cannot be reset in the current state.')
      }
      const changed = pool.users.change(user.username, (kept) => {
        kept.status = 'RESET_REQUIRED'
      })
      const source = 'CustomMessage_ForgotPassword'
      await pool.codes.send(changed, { purpose: 'reset', source, clientMetadata: input.ClientMetadata })
      return {}
    },
  }
}

/** The password works for 7 days; each sign-in with it asks for a new one. */
export function storeTemporaryPassword(
  pool: LocalUserPool,
  { username }: LocalCognitoUser,
  password: string,
): LocalCognitoUser {
  const verifier = pool.verifierFor(username, password)
  pool.attempts.forgive(username)
  return pool.users.change(username, (kept) => {
    kept.password = verifier
    kept.status = 'FORCE_CHANGE_PASSWORD'
    kept.temporaryPasswordExpiresAt = pool.now() + TEMPORARY_PASSWORD_MS
  })
}
