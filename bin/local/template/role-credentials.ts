import { randomBytes } from 'node:crypto'

export interface RoleCredentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string
}

/** Alphabet of a temporary access key's id. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const ID_LETTERS = 16

const createAccessKeyId = (): string =>
  `ASIA${Array.from(randomBytes(ID_LETTERS), (byte) => LETTERS[byte % LETTERS.length]).join('')}`

const createCredentials = (): RoleCredentials => ({
  accessKeyId: createAccessKeyId(),
  secretAccessKey: randomBytes(30).toString('base64'),
  sessionToken: randomBytes(48).toString('base64'),
})

/** Like STS, gives each execution role its own credentials, by whose access key the stand-ins identify the caller. */
export function createRoleCredentials() {
  const byRole = new Map<string, RoleCredentials>()
  const byKey = new Map<string, { readonly roleArn: string; readonly credentials: RoleCredentials }>()
  return {
    credentialsOf: (roleArn: string): RoleCredentials => {
      const known = byRole.get(roleArn)
      if (known) return known
      const credentials = createCredentials()
      byRole.set(roleArn, credentials)
      byKey.set(credentials.accessKeyId, { roleArn, credentials })
      return credentials
    },
    /** ARN of the role. */
    roleOf: (accessKeyId: string): string | undefined => byKey.get(accessKeyId)?.roleArn,
    secretOf: (accessKeyId: string): string | undefined => byKey.get(accessKeyId)?.credentials.secretAccessKey,
  }
}
