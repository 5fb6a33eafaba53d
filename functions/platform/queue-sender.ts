import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { getCallLimit } from '#data/service-clients'
import { readAwsAccess } from './environment.ts'

/** SQS limits a batch to 10 messages and 1 MiB. */
const MAX_MESSAGES = 10
const MAX_BYTES = 900_000

export interface QueueSender {
  /** @throws Error when SQS has not accepted all of them; some may be queued nevertheless */
  readonly send: (queueUrl: string, messages: readonly object[]) => Promise<void>
}

/** Only SendMessageBatch, without the SQS client: every mail waits for the cold start of the sending function. */
export function createQueueSender(
  { region, credentials } = readAwsAccess(),
  requestTimeoutMs = getCallLimit('queues').attemptMs,
): QueueSender {
  const signer = new SignatureV4({ credentials, region, service: 'sqs', sha256: Sha256 })
  const sendBatch = async (QueueUrl: string, bodies: readonly string[]): Promise<void> => {
    const body = JSON.stringify({
      QueueUrl,
      Entries: bodies.map((MessageBody, index) => ({ Id: `${index}`, MessageBody })),
    })
    // The JSON protocol is spoken at the service's own address: the queue is named in the body.
    const service = new URL('..', QueueUrl)
    const { protocol, hostname, port, host, pathname } = service
    const { headers } = await signer.sign({
      method: 'POST',
      protocol,
      hostname,
      ...(port && { port: Number(port) }),
      path: pathname,
      headers: { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': 'AmazonSQS.SendMessageBatch' },
      body,
    })
    const { ok, status, text } = await post(service, { headers, body }, requestTimeoutMs)
    if (!ok) throw new Error(`SQS has answered ${status} ${text}`)
    const { Failed = [] } = JSON.parse(text) as { readonly Failed?: readonly object[] }
    if (Failed.length > 0) throw new Error(`SQS has not taken ${Failed.length} of ${bodies.length} messages`)
  }
  return {
    send: async (queueUrl, messages) => {
      for (const batch of toBatches(messages.map(toMessageBody))) {
        await sendBatch(queueUrl, batch)
      }
    },
  }
}

interface SqsReply extends Pick<Response, 'ok' | 'status'> {
  readonly text: string
}

/**
 * Repeats the request once when the connection breaks or nothing comes: a kept connection may have been closed while
 * the function was frozen. A message may therefore arrive twice, which every consumer accepts (queue-messages.ts).
 */
async function post(
  url: URL,
  request: Pick<RequestInit, 'headers' | 'body'>,
  requestTimeoutMs: number,
): Promise<SqsReply> {
  const send = async (): Promise<SqsReply> => {
    const response = await fetch(url, { method: 'POST', ...request, signal: AbortSignal.timeout(requestTimeoutMs) })
    return { ok: response.ok, status: response.status, text: await response.text() }
  }
  try {
    return await send()
  } catch {
    return send()
  }
}

/**
 * SQS refuses U+FFFE and U+FFFF, which JSON allows; escaped they are the same JSON. `JSON.stringify` escapes control
 * characters and lone surrogates.
 */
const toMessageBody = (message: object): string =>
  JSON.stringify(message)
    .replaceAll('\uFFFE', String.raw`\ufffe`)
    .replaceAll('\uFFFF', String.raw`\uffff`)

function toBatches(bodies: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let bytes = 0
  for (const body of bodies) {
    const size = Buffer.byteLength(body)
    const last = batches.at(-1)
    if (!last || last.length === MAX_MESSAGES || bytes + size > MAX_BYTES) {
      batches.push([body])
      bytes = size
    } else {
      last.push(body)
      bytes += size
    }
  }
  return batches
}
