import type { TableDescription } from './dynamo.ts'

/*
 * The DynamoDB server scans all records of a table's stream at each write, and never drops them: with a hundred clients
 * of some fifty search items each, every write was ten times slower. No stream consumer needs search items, so they are
 * stored in a table without a stream; requests see one table.
 */
const UNSTREAMED_KEY = '$client#piece_'

export const toUnstreamedName = (table: string): string => `${table}-unstreamed`

export const describeUnstreamedTable = (table: TableDescription): TableDescription => ({
  ...table,
  TableName: toUnstreamedName(table.TableName),
  StreamSpecification: { StreamEnabled: false },
})

interface Value {
  readonly S?: string
}
interface Request {
  TableName?: string
  readonly Item?: Readonly<Record<string, Value>>
  readonly Key?: Readonly<Record<string, Value>>
  readonly ExpressionAttributeValues?: Readonly<Record<string, Value>>
  readonly TransactItems?: readonly Readonly<Record<string, Request>>[]
}

const isUnstreamed = ({ Item, Key, ExpressionAttributeValues }: Request): boolean =>
  ((Item ?? Key)?.['pk'] ?? ExpressionAttributeValues?.[':pk'])?.S?.startsWith(UNSTREAMED_KEY) ?? false

export function redirectToTableWithoutStream(body: Buffer): Buffer {
  if (!body.includes(UNSTREAMED_KEY)) return body
  const request = JSON.parse(body.toString('utf8')) as Request
  const parts = [request, ...(request.TransactItems ?? []).flatMap((item) => Object.values(item))]
  for (const part of parts) {
    if (part.TableName && isUnstreamed(part)) part.TableName = toUnstreamedName(part.TableName)
  }
  return Buffer.from(JSON.stringify(request))
}
