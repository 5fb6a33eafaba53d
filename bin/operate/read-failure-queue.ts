import { parseArgs } from 'node:util'
import type { Deployment } from '../deploy/deployment.ts'
import type { Tools } from '../deploy/tools.ts'
import { findResource } from './find-resource.ts'
import { sendSignedJsonRequest } from './signed-json-request.ts'

interface ReceivedMessages {
  readonly Messages?: readonly { readonly Body?: string; readonly MessageAttributes?: object }[]
}

/**
 * Shows up to ten messages of a dead-letter queue, which stay in it: `npm run failure-queue -- prod MailOutboxFailureQueue`.
 * `--redrive` moves all back to the source queue, `--purge` deletes them.
 */
export async function readFailureQueue(deployment: Deployment, words: readonly string[], tools: Tools): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { purge: { type: 'boolean', default: false }, redrive: { type: 'boolean', default: false } },
  })
  const [ending = ''] = positionals
  const QueueUrl = await findResource(deployment, tools, { type: 'AWS::SQS::Queue', ending })
  if (values.purge) {
    await sendSignedJsonRequest(tools.clients, 'sqs', 'PurgeQueue', { QueueUrl })
    return tools.say(`${ending} se está vaciando: SQS tarda hasta un minuto.`)
  }
  if (values.redrive) {
    await sendSignedJsonRequest(tools.clients, 'sqs', 'StartMessageMoveTask', {
      SourceArn: await readArn(QueueUrl, tools),
    })
    return tools.say(`Lo de ${ending} vuelve a su cola.`)
  }
  const { Messages = [] } = await sendSignedJsonRequest<ReceivedMessages>(tools.clients, 'sqs', 'ReceiveMessage', {
    QueueUrl,
    MaxNumberOfMessages: 10,
    MessageAttributeNames: ['All'],
    VisibilityTimeout: 0,
    // A short poll queries only some of SQS's servers and may miss messages.
    WaitTimeSeconds: 5,
  })
  for (const { Body = '', MessageAttributes } of Messages)
    tools.say(MessageAttributes ? `${Body}\n  ${JSON.stringify(MessageAttributes)}` : Body)
  if (Messages.length === 0) tools.say(`${ending} está vacía.`)
}

async function readArn(QueueUrl: string, { clients }: Tools): Promise<string> {
  const input = { QueueUrl, AttributeNames: ['QueueArn'] }
  const { Attributes } = await sendSignedJsonRequest<{ readonly Attributes: { readonly QueueArn: string } }>(
    clients,
    'sqs',
    'GetQueueAttributes',
    input,
  )
  return Attributes.QueueArn
}
