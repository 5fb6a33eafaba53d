import { readEnvironment } from '#platform/environment'
import { createCognitoPasswords, type CognitoPasswords } from '../account/public/cognito-passwords.ts'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createCognitoAuthenticators, type CognitoAuthenticators } from './authenticators.ts'
import { createTotpSecretCipher, type TotpSecretCipher } from './totp-secret-cipher.ts'

export interface MfaServices extends ActionServices {
  readonly authenticators: CognitoAuthenticators
  readonly vault: TotpSecretCipher
  readonly passwords: CognitoPasswords
}

export const createMfaServices = (): MfaServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, MFA_KEY_ID } = readEnvironment([
    'USER_POOL_ID',
    'USER_POOL_CLIENT_ID',
    'MFA_KEY_ID',
  ])
  return {
    ...createLiveServices(),
    authenticators: createCognitoAuthenticators(USER_POOL_ID),
    passwords: createCognitoPasswords({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
    vault: createTotpSecretCipher(MFA_KEY_ID),
  }
}
