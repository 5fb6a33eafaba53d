import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import type { CheckContext } from './check.ts'

/**
 * A signed GET with the other clients' credentials and region, for services that are asked for one thing only.
 * @throws Error with the service's message when it refuses
 */
export async function signedGet<Output>(
  { clients: { sts }, fetch }: Pick<CheckContext, 'clients' | 'fetch'>,
  { service, path }: { readonly service: string; readonly path: string },
): Promise<Output> {
  const region = await sts.config.region()
  const hostname = `${service}.${region}.amazonaws.com`
  const signer = new SignatureV4({ credentials: sts.config.credentials, region, service, sha256: Sha256 })
  const { headers } = await signer.sign({
    method: 'GET',
    protocol: 'https:',
    hostname,
    path,
    headers: { host: hostname },
  })
  const answer = await fetch(`https://${hostname}${path}`, { headers })
  if (!answer.ok) throw new Error(`${service}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Output
}
