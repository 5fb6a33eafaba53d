import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import pRetry from 'p-retry'
import type { Clients } from '../deploy/clients.ts'
import { CommandError } from '../deploy/verdict.ts'

const services = {
  logs: { host: 'logs', target: 'Logs_20140328', version: '1.1', endpoint: 'AWS_ENDPOINT_URL_CLOUDWATCH_LOGS' },
  sqs: { host: 'sqs', target: 'AmazonSQS', version: '1.0', endpoint: 'AWS_ENDPOINT_URL_SQS' },
} as const

/** The call was not made. */
class ThrottledError extends CommandError {}

/**
 * Uses the other clients' credentials and region.
 * @throws CommandError with the service's message when it refuses; throttled calls are repeated for half a minute
 */
export const sendSignedJsonRequest = <Output>(...request: Parameters<typeof sendOnce>): Promise<Output> =>
  pRetry(() => sendOnce<Output>(...request), {
    retries: 6,
    minTimeout: 500,
    shouldRetry: ({ error }) => error instanceof ThrottledError,
  })

async function sendOnce<Output>(
  clients: Clients,
  service: keyof typeof services,
  operation: string,
  input: object,
): Promise<Output> {
  const { sts } = clients
  const region = await sts.config.region()
  const { host, target, version, endpoint } = services[service]
  const url = new URL(process.env[endpoint] ?? `https://${host}.${region}.amazonaws.com/`)
  const body = JSON.stringify(input)
  const signer = new SignatureV4({ credentials: sts.config.credentials, region, service, sha256: Sha256 })
  const { headers } = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    ...(url.port && { port: Number(url.port) }),
    path: url.pathname,
    headers: {
      host: url.host,
      'content-type': `application/x-amz-json-${version}`,
      'x-amz-target': `${target}.${operation}`,
    },
    body,
  })
  const response = await fetch(url, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) {
    const refusal = `${operation}: ${response.status} ${text}`
    throw /Throttl/.test(text) ? new ThrottledError(refusal) : new CommandError(refusal)
  }
  return JSON.parse(text || '{}') as Output
}
