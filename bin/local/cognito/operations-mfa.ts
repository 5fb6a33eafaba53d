import type {
  AssociateSoftwareTokenCommandInput,
  SetUserMFAPreferenceCommandInput,
  SoftwareTokenMfaSettingsType,
  VerifySoftwareTokenCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { requireTextParameter } from './attributes.ts'
import type { LocalUserPool } from './pool.ts'
import { findMatchingTotpSteps, generateTotpSecret, computeOldestTotpStep } from './totp.ts'
import type { LocalCognitoUser } from './users.ts'

/** Authorised by the user's access token. */
export function localCognitoMfaOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    async AssociateSoftwareToken(input: AssociateSoftwareTokenCommandInput) {
      const user = await ownerOf(pool, input)
      const SecretCode = generateTotpSecret()
      pool.users.change(user.username, (kept) => {
        kept.softwareTokenCandidate = SecretCode
      })
      return { SecretCode }
    },

    async VerifySoftwareToken(input: VerifySoftwareTokenCommandInput) {
      const user = await ownerOf(pool, input)
      const secret = user.softwareTokenCandidate
      const [step] = secret ? findMatchingTotpSteps(secret, String(input.UserCode), pool.now()) : []
      if (!secret || step === undefined) {
        throw new StandInServiceError('EnableSoftwareTokenMFAException', 'Code mismatch')
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
      storeSoftwareTokenPreference(pool, user.username, input.SoftwareTokenMfaSettings)
      return {}
    },
  }
}

/** @throws StandInServiceError InvalidParameterException when an unconfirmed factor is switched on */
export function storeSoftwareTokenPreference(
  pool: LocalUserPool,
  username: string,
  settings: SoftwareTokenMfaSettingsType | undefined,
): void {
  if (!settings) return
  pool.users.change(username, (kept) => {
    const enabled = settings.Enabled === true
    if (enabled && !kept.softwareToken) {
      throw new StandInServiceError('InvalidParameterException', 'User has not verified software token mfa')
    }
    if (kept.softwareToken) {
      kept.softwareToken = { ...kept.softwareToken, enabled, preferred: enabled && settings.PreferredMfa === true }
    }
  })
}

export function toUserMfaSettings(user: LocalCognitoUser): {
  UserMFASettingList?: string[]
  PreferredMfaSetting?: string
} {
  if (!user.softwareToken?.enabled) return {}
  return {
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
    ...(user.softwareToken.preferred && { PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA' }),
  }
}

/**
 * A TOTP code is accepted once.
 * @throws StandInServiceError CodeMismatchException, or ExpiredCodeException for a code that was used before
 */
export function consumePoolTotpCode(pool: LocalUserPool, user: LocalCognitoUser, code: string | undefined): void {
  const token = user.softwareToken
  const steps = token ? findMatchingTotpSteps(token.secret, code ?? '', pool.now()) : []
  if (!token || steps.length === 0)
    throw new StandInServiceError('CodeMismatchException', 'Invalid code received for user')
  const step = steps.find((candidate) => !token.usedSteps.includes(candidate))
  if (step === undefined) {
    throw new StandInServiceError('ExpiredCodeException', 'Your software token has already been used once.')
  }
  pool.users.change(user.username, (kept) => {
    if (!kept.softwareToken) return
    const usedSteps = [...kept.softwareToken.usedSteps, step].filter(
      (used) => used >= computeOldestTotpStep(pool.now()),
    )
    kept.softwareToken = { ...kept.softwareToken, usedSteps }
  })
}

/** The pool's MFA is optional, so nobody enrols during sign-in: a session is not accepted here. */
async function ownerOf(
  pool: LocalUserPool,
  input: { AccessToken?: string | undefined; Session?: string | undefined },
): Promise<LocalCognitoUser> {
  if (input.Session) throw new StandInServiceError('NotAuthorizedException', 'Invalid session for the user.')
  return pool.tokens.owner(requireTextParameter(input.AccessToken, 'accessToken'))
}
