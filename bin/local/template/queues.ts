import type { DocumentStore } from '../document-store.ts'
import { openQueuedMessages } from '../sqs.ts'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import { listStackResources } from './resources.ts'

/** The template's queues for what functions gave up: each message is also printed. */
export function openQueues(stack: TemplateStack, store: DocumentStore) {
  const messages = openQueuedMessages(store)
  const arns = new Set(
    listStackResources(stack, 'AWS::SQS::Queue', []).map(({ logicalId, stack: own }) => getResourceArn(logicalId, own)),
  )
  return {
    /** @throws Error for a queue that is not in the template */
    send: (queueArn: string, body: object): void => {
      if (!arns.has(queueArn)) throw new Error(`the template has no queue ${queueArn}`)
      messages.add(queueArn, JSON.stringify(body))
      console.error(`given up: ${JSON.stringify({ queueArn, ...body })}`)
    },
  }
}
