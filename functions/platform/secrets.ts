import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { openServiceClient } from '#data/service-clients'

const CACHED_MS = 300_000

let client: SecretsManagerClient | undefined

/** Cached for five minutes, so that a rotation needs no deployment. */
export function createSecretReader(
  name: string,
  { wallClock }: { readonly wallClock: () => Date } = { wallClock: () => new Date() },
): () => Promise<string> {
  let cached: { readonly secret: string; readonly until: number } | undefined
  return async () => {
    const now = wallClock().getTime()
    if (cached && now < cached.until) return cached.secret
    client ??= openServiceClient(SecretsManagerClient, 'secrets')
    const { SecretString: secret } = await client.send(new GetSecretValueCommand({ SecretId: name }))
    if (secret === undefined) throw new Error(`secret ${name} holds no text`)
    cached = { secret, until: now + CACHED_MS }
    return secret
  }
}
