import { PolicyError } from '../iam/policy-error.ts'

export interface AttributeExpressions {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, AttributeValueJson>>
  readonly ProjectionExpression?: string
  readonly FilterExpression?: string
  readonly KeyConditionExpression?: string
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
}

/** As on the wire, `{ "S": "…" }`. */
export type AttributeValueJson = Readonly<Record<string, unknown>>

const keywords = new Set([
  'add',
  'and',
  'attribute_exists',
  'attribute_not_exists',
  'attribute_type',
  'begins_with',
  'between',
  'contains',
  'delete',
  'if_not_exists',
  'in',
  'list_append',
  'not',
  'or',
  'remove',
  'set',
  'size',
])

/** Names of top-level attributes, without paths after a dot or in brackets. */
export function listAttributeNames(request: AttributeExpressions): readonly string[] {
  const { ExpressionAttributeNames: names = {} } = request
  const text = [
    request.ProjectionExpression,
    request.FilterExpression,
    request.KeyConditionExpression,
    request.ConditionExpression,
    request.UpdateExpression,
  ].join(' , ')
  const tokens = [...text.matchAll(/(?<![\w#:.])#?[A-Za-z_]\w*/g)].map(([token]) => token)
  return tokens.flatMap((token) => {
    if (token.startsWith('#')) return names[token] ?? []
    return keywords.has(token.toLowerCase()) ? [] : [token]
  })
}

/** DynamoDB's condition keys hold the text of a key; numbers and bytes as on the wire. */
export function readKeyText(value: AttributeValueJson | undefined): string {
  const text = value?.['S'] ?? value?.['N'] ?? value?.['B']
  if (typeof text !== 'string') throw new PolicyError('a request without the value of its partition key')
  return text
}

export function readPartitionKeyValue(request: AttributeExpressions, partitionKey: string): string {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = request
  const equations = [
    ...(request.KeyConditionExpression ?? '').matchAll(/(#?\w+)\s*=\s*(:\w+)|(:\w+)\s*=\s*(#?\w+)/g),
  ].map(
    ([, left, right, reversedValue, reversedName]) =>
      [left ?? reversedName ?? '', right ?? reversedValue ?? ''] as const,
  )
  const found = equations.find(([name]) => (names[name] ?? name) === partitionKey)
  if (!found) throw new PolicyError(`a query that does not name its partition key ${partitionKey}`)
  return readKeyText(values[found[1]])
}
