import { buildLocalCognitoUser } from './operations-sign-up.ts'
import type { LocalUserPool } from './pool.ts'

export interface CognitoUserSeed {
  readonly email: string
  readonly password: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly groups?: readonly string[]
  readonly totpSecret?: string
  readonly sub?: string
}

export function seedCognitoUser(pool: LocalUserPool, seed: CognitoUserSeed): string {
  const known = pool.users.find(seed.email)
  if (known) return known.sub
  const attributes = { email: seed.email, email_verified: 'true', ...seed.attributes }
  const user = buildLocalCognitoUser(pool, attributes, 'CONFIRMED', seed.sub)
  const secret = seed.totpSecret
  pool.users.add({
    ...user,
    password: pool.verifierFor(user.username, seed.password),
    groups: [...(seed.groups ?? [])],
    ...(secret && { softwareToken: { secret, enabled: true, preferred: true, usedSteps: [] } }),
  })
  return user.sub
}
