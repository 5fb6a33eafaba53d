import { readEnvironment } from '#platform/environment'
import { createAccountPasswordVerifier, type AccountPasswordVerifier } from '../account/public/passwords.ts'
import { createLiveServices, type ActionServices } from '#platform/services'
import { createCognitoAuthenticators, type CognitoAuthenticators } from './authenticators.ts'
import { createTotpSecretVault, type TotpSecretVault } from './vault.ts'

export interface MfaServices extends ActionServices {
  readonly authenticators: CognitoAuthenticators
  readonly vault: TotpSecretVault
  readonly passwords: AccountPasswordVerifier
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
    passwords: createAccountPasswordVerifier({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
    vault: createTotpSecretVault(MFA_KEY_ID),
  }
}
