import type {
  AssociateSoftwareTokenCommandInput,
  SetUserMFAPreferenceCommandInput,
  SoftwareTokenMfaSettingsType,
  VerifySoftwareTokenCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { requireText } from './attributes.ts'
import type { Pool } from './pool.ts'
import { matchingSteps, newTotpSecret, oldestStep } from './totp.ts'
import type { User } from './users.ts'

/** Authorised by the user's access token. */
export function mfaOperations(pool: Pool): Record<string, Operation> {
  return {
    async AssociateSoftwareToken(input: AssociateSoftwareTokenCommandInput) {
      const user = await ownerOf(pool, input)
      const SecretCode = newTotpSecret()
      pool.users.change(user.username, (kept) => {
        kept.softwareTokenCandidate = SecretCode
      })
      return { SecretCode }
    },

    async VerifySoftwareToken(input: VerifySoftwareTokenCommandInput) {
      const user = await ownerOf(pool, input)
      const secret = user.softwareTokenCandidate
      const [step] = secret ? matchingSteps(secret, String(input.UserCode), pool.now()) : []
      if (!secret || step === undefined) {
        throw new ServiceError('EnableSoftwareTokenMFAException', 'Code mismatch')
      }
      pool.users.change(user.username, (kept) => {
        const { enabled = false, preferred = false } = kept.softwareToken ?? {}
        kept.softwareToken = { secret, enabled, preferred, usedSteps: [step] }
        delete kept.softwareTokenCandidate
      })
      return { Status: 'SUCCESS' }
    },

    async SetUserMFAPreference(input: SetUserMFAPreferenceCommandInput) {
      const user = await ownerOf(pool, input)
      preferSoftwareToken(pool, user.username, input.SoftwareTokenMfaSettings)
      return {}
    },
  }
}

/** @throws ServiceError InvalidParameterException when an unconfirmed factor is switched on */
export function preferSoftwareToken(
  pool: Pool,
  username: string,
  settings: SoftwareTokenMfaSettingsType | undefined,
): void {
  if (!settings) return
  pool.users.change(username, (kept) => {
    const enabled = settings.Enabled === true
    if (enabled && !kept.softwareToken) {
      throw new ServiceError('InvalidParameterException', 'User has not verified software token mfa')
    }
    if (kept.softwareToken) {
      kept.softwareToken = { ...kept.softwareToken, enabled, preferred: enabled && settings.PreferredMfa === true }
    }
  })
}

export function mfaSettings(user: User): { UserMFASettingList?: string[]; PreferredMfaSetting?: string } {
  if (!user.softwareToken?.enabled) return {}
  return {
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    ...(user.softwareToken.preferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
  }
}

/**
 * A TOTP code is accepted once.
 * @throws ServiceError CodeMismatchException, or ExpiredCodeException for a code that was used before
 */
export function spendTotpCode(pool: Pool, user: User, code: string | undefined): void {
  const token = user.softwareToken
  const steps = token ? matchingSteps(token.secret, code ?? '', pool.now()) : []
  if (!token || steps.length === 0) throw new ServiceError('CodeMismatchException', 'Invalid code received for user')
  const step = steps.find((candidate) => !token.usedSteps.includes(candidate))
  if (step === undefined) {
    throw new ServiceError('ExpiredCodeException', 'Your software token has already been used once.')
  }
  pool.users.change(user.username, (kept) => {
    if (!kept.softwareToken) return
    const usedSteps = [...kept.softwareToken.usedSteps, step].filter((used) => used >= oldestStep(pool.now()))
    kept.softwareToken = { ...kept.softwareToken, usedSteps }
  })
}

/** The pool's MFA is optional, so nobody enrols during sign-in: a session is not accepted here. */
async function ownerOf(
  pool: Pool,
  input: { AccessToken?: string | undefined; Session?: string | undefined },
): Promise<User> {
  if (input.Session) throw new ServiceError('NotAuthorizedException', 'Invalid session for the user.')
  return pool.tokens.owner(requireText(input.AccessToken, 'accessToken'))
}
