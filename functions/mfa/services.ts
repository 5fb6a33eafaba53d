import { readEnvironment } from '#platform/environment'
import { createCognitoPasswordAccess, type CognitoPasswordAccess } from '../account/public/cognito-password-access.ts'
import { loadOnFirstUse } from '#platform/load-on-first-use'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createCognitoAuthenticatorAccess, type CognitoAuthenticatorAccess } from './authenticators.ts'
import type { TotpSecretCipher } from './totp-secret-cipher.ts'

export interface MfaServices extends ActionServices {
  readonly authenticators: CognitoAuthenticatorAccess
  readonly vault: TotpSecretCipher
  readonly passwords: CognitoPasswordAccess
}

export const createMfaServices = (): MfaServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, MFA_KEY_ID } = readEnvironment([
    'USER_POOL_ID',
    'USER_POOL_CLIENT_ID',
    'MFA_KEY_ID',
  ])
  return {
    ...createLiveServices(),
    authenticators: createCognitoAuthenticatorAccess(USER_POOL_ID),
    passwords: createCognitoPasswordAccess({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
    vault: loadOnFirstUse(async () => {
      const { createTotpSecretCipher } = await import('./totp-secret-cipher.ts')
      return createTotpSecretCipher(MFA_KEY_ID)
    }),
  }
}
