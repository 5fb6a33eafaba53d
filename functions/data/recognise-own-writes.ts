import { randomBytes } from 'node:crypto'
import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { PutCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb'

/** Drawn for each such write, and kept in the item until the next. No entity reads it. */
export const WRITE_ID_ATTRIBUTE = 'writeId'

const WRITE_ID_BYTES = 9

/** So that an update whose own condition still holds, such as a sum, is not made twice. */
const NOT_THIS_WRITE = 'attribute_not_exists(#writeId) OR #writeId <> :writeId'

const marked: Readonly<Record<string, (input: never, writeId: string) => object>> = {
  PutItemCommand: (input: PutCommandInput, writeId) => ({
    ...input,
    Item: { ...input.Item, [WRITE_ID_ATTRIBUTE]: writeId },
  }),
  UpdateItemCommand: (input: UpdateCommandInput, writeId) => ({
    ...input,
    UpdateExpression: addAssignment(input.UpdateExpression),
    ConditionExpression: [input.ConditionExpression, NOT_THIS_WRITE]
      .flatMap((condition) => (condition ? [`(${condition})`] : []))
      .join(' AND '),
    ExpressionAttributeNames: { ...input.ExpressionAttributeNames, '#writeId': WRITE_ID_ATTRIBUTE },
    ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ':writeId': writeId },
  }),
}

/** An expression has each clause once; the names in ElectroDB's are placeholders, which no clause's word begins. */
function addAssignment(expression = ''): string {
  const assignment = '#writeId = :writeId'
  const clause = /(^|\s)SET\s/
  return clause.test(expression)
    ? expression.replace(clause, (words) => `${words}${assignment}, `)
    : `SET ${assignment} ${expression}`.trim()
}

/**
 * A write whose answer is lost is sent again by the SDK, and meets its own item: a sum would be added twice; a
 * condition fails, and the caller would be told of a conflict with somebody else. Whose write the item has is told by a
 * random value that all attempts bring. A put without a condition may be made twice, transactions have a token, and a
 * delete leaves nothing by which it could be told.
 */
export function recogniseOwnWrites(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const mark = marked[commandName]
        if (!mark || (commandName === 'PutItemCommand' && !('ConditionExpression' in args.input))) return next(args)
        const writeId = randomBytes(WRITE_ID_BYTES).toString('base64url')
        const ReturnValuesOnConditionCheckFailure = 'ALL_OLD'
        const input = { ...mark(args.input as never, writeId), ReturnValuesOnConditionCheckFailure }
        try {
          return await next({ ...args, input })
        } catch (error) {
          if (!(error instanceof ConditionalCheckFailedException)) throw error
          const { Item } = error
          // Of a person, and errors are logged.
          delete error.Item
          if (Item?.[WRITE_ID_ATTRIBUTE]?.S !== writeId) throw error
          return { response: error.$response, output: { $metadata: error.$metadata } }
        }
      },
    { step: 'serialize', priority: 'high', name: 'recogniseOwnWrites', override: true },
  )
  return client
}
