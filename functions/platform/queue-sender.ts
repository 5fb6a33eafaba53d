import { Sha256 } from '@aws-crypto/sha256-js'
import { SignatureV4 } from '@smithy/signature-v4'
import { readAwsAccess } from './environment.ts'

/** SQS takes at most 10 messages and 1 MiB at once. */
const MAX_MESSAGES = 10
const MAX_BYTES = 900_000

export interface QueueSender {
  /** @throws Error when SQS has not taken all of them; some may be in the queue all the same */
  readonly send: (queueUrl: string, messages: readonly object[]) => Promise<void>
}

/** SendMessageBatch alone, without a client of all of SQS: the function that sends is on the way of every mail. */
export function createQueueSender({ region, credentials } = readAwsAccess()): QueueSender {
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
    const response = await post(service, { headers, body })
    if (!response.ok) throw new Error(`SQS has answered ${response.status} ${await response.text()}`)
    const { Failed = [] } = (await response.json()) as { readonly Failed?: readonly object[] }
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

/**
 * Once more where the connection breaks: one from before the function was frozen may be closed meanwhile. Messages are so
 * sent twice at times, which whoever takes them stands (queue-messages.ts).
 */
async function post(url: URL, request: Pick<RequestInit, 'headers' | 'body'>): Promise<Response> {
  const send = () => fetch(url, { method: 'POST', ...request })
  try {
    return await send()
  } catch {
    return send()
  }
}

/**
 * SQS refuses these two characters, which JSON lets stand; escaped they are the same JSON. Control characters and halves of
 * surrogate pairs are escaped by `JSON.stringify`.
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
