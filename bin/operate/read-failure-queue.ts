import { parseArgs } from 'node:util'
import type { Deployment } from '../deploy/deployment.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { findResource } from './find-resource.ts'
import { sendSignedJsonRequest } from './signed-json-request.ts'

interface ReceivedMessages {
  readonly Messages?: readonly { readonly Body?: string; readonly MessageAttributes?: object }[]
}

/**
 * Shows up to ten messages of a dead-letter queue, which stay in it: `npm run failure-queue -- prod MailOutboxFailureQueue`.
 * `--redrive` moves all back to the source queue, `--purge` deletes them and asks before, unless `--yes`.
 */
export async function readFailureQueue(deployment: Deployment, words: readonly string[], tools: Tools): Promise<void> {
  const { ending, purge, redrive, yes } = parseChoice(words)
  const QueueUrl = await findResource(deployment, tools, { type: 'AWS::SQS::Queue', ending })
  const { arn, count } = await describeFailureQueue(QueueUrl, ending, tools)
  if (purge) {
    const question = `Escribe ${ending} para borrar lo que hay en ella (${count}): `
    if (!yes && (await tools.prompt(question)) !== ending)
      throw new CommandError('No se ha borrado nada. Sin preguntar: --yes.')
    await sendSignedJsonRequest(tools.clients, 'sqs', 'PurgeQueue', { QueueUrl })
    return tools.say(`${ending} se está vaciando (${count}): SQS tarda hasta un minuto.`)
  }
  if (redrive) {
    await sendSignedJsonRequest(tools.clients, 'sqs', 'StartMessageMoveTask', { SourceArn: arn })
    return tools.say(`Lo de ${ending} vuelve a su cola (${count}).`)
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
  tools.say(Messages.length === 0 ? `${ending} está vacía.` : `${Messages.length} de unos ${count} de ${ending}.`)
}

function parseChoice(words: readonly string[]) {
  const no = { type: 'boolean', default: false } as const
  const options = { purge: no, redrive: no, yes: no }
  const { values, positionals } = parseArgs({ args: [...words], allowPositionals: true, options })
  const [ending = '', ...others] = positionals
  if (others.length > 0) throw new CommandError(`Sobra «${others[0]}»: no se ha hecho nada.`)
  if (values.purge && values.redrive) throw new CommandError('O --redrive o --purge: no se ha hecho nada.')
  return { ending, ...values }
}

interface QueueAttributes {
  readonly Attributes: Readonly<Record<'QueueArn' | 'ApproximateNumberOfMessages', string>> & {
    readonly RedrivePolicy?: string
  }
}

/** @throws CommandError for a work queue: one with a dead-letter queue of its own (`RedrivePolicy`) */
async function describeFailureQueue(
  QueueUrl: string,
  ending: string,
  { clients }: Tools,
): Promise<{ readonly arn: string; readonly count: string }> {
  const input = { QueueUrl, AttributeNames: ['QueueArn', 'RedrivePolicy', 'ApproximateNumberOfMessages'] }
  const { Attributes } = await sendSignedJsonRequest<QueueAttributes>(clients, 'sqs', 'GetQueueAttributes', input)
  if (Attributes.RedrivePolicy !== undefined)
    throw new CommandError(`${ending} tiene trabajo en marcha: lo que falla está en la cola a la que pasa después.`)
  return { arn: Attributes.QueueArn, count: Attributes.ApproximateNumberOfMessages }
}
