import type { AttributeValue, DynamoDBClient, Put, ServiceInputTypes } from '@aws-sdk/client-dynamodb'

/** Key prefixes of append-only items: audit log and consent ledger. */
const WRITTEN_ONCE = ['$audit#', '$consent#']

type Item = Readonly<Record<string, AttributeValue | string>> | undefined
type Write = Partial<Pick<Put, 'ConditionExpression' | 'ExpressionAttributeNames'>> & { Item?: Item }

function isWrittenOnce(item: Item): boolean {
  const pk = item?.['pk']
  const key = typeof pk === 'string' ? pk : pk?.S
  return WRITTEN_ONCE.some((start) => key?.startsWith(start))
}

function isNew({ ConditionExpression = '', ExpressionAttributeNames = {} }: Write): boolean {
  const every = ConditionExpression.split(/\sAND\s/i).map((part) => part.replaceAll(/[()\s]/g, ''))
  return (
    !/\sOR\s|\bNOT\s/i.test(ConditionExpression) &&
    every.some((part) => {
      const name = /^attribute_not_exists(.+)$/.exec(part)?.[1] ?? ''
      return (ExpressionAttributeNames[name] ?? name) === 'pk'
    })
  )
}

function writesOf(input: ServiceInputTypes): readonly Write[] {
  if ('TransactItems' in input) {
    return (input.TransactItems ?? []).flatMap((part) => ('Put' in part && part.Put) || [])
  }
  if ('RequestItems' in input) {
    const requests = Object.values(input.RequestItems ?? {}).flatMap((list) => (Array.isArray(list) ? list : []))
    return requests.map(({ PutRequest }) => ({ Item: PutRequest?.Item }))
  }
  return [input as Write]
}

const breaks = (write: Write) => isWrittenOnce(write.Item) && !isNew(write)

/**
 * Prevents this client from overwriting an entry of the audit log or the consent ledger. IAM cannot: a PutItem that
 * replaces needs the same permission as one that adds (docs/decisions/0011-audit-log.md). IAM does refuse updates and
 * deletes.
 */
export function enforceAppendOnlyWrites(client: DynamoDBClient): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      if (writesOf(args.input).some(breaks))
        throw new Error('an entry that is written once was put without a condition')
      return next(args)
    },
    { step: 'serialize', priority: 'high', name: 'appendOnly', override: true },
  )
  return client
}
