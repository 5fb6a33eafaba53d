import { environment } from '#platform/environment'
import { livePasswords, type Passwords } from '../account/public/passwords.ts'
import { liveServices, type Services } from '#platform/services'
import { liveAuthenticators, type Authenticators } from './authenticators.ts'
import { liveVault, type Vault } from './vault.ts'

export interface MfaServices extends Services {
  readonly authenticators: Authenticators
  readonly vault: Vault
  readonly passwords: Passwords
}

export const liveMfaServices = (): MfaServices => {
  const { USER_POOL_ID, USER_POOL_CLIENT_ID, MFA_KEY_ID } = environment([
    'USER_POOL_ID',
    'USER_POOL_CLIENT_ID',
    'MFA_KEY_ID',
  ])
  return {
    ...liveServices(),
    authenticators: liveAuthenticators(USER_POOL_ID),
    passwords: livePasswords({ userPoolId: USER_POOL_ID, clientId: USER_POOL_CLIENT_ID }),
    vault: liveVault(MFA_KEY_ID),
  }
}
