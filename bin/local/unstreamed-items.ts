import type { TableDescription } from './dynamo.ts'

/*
 * DynamoDB's server looks through all records of a stream at each write of a table that has one, and never drops them: a
 * hundred clients, each with some fifty pieces of the search, made every write ten times slower. No reader of the stream
 * wants the pieces, so they are kept in a table without a stream. Whoever asks sees one table.
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

/** The body of a request as the server is to have it. */
export function routeUnstreamedItems(body: Buffer): Buffer {
  if (!body.includes(UNSTREAMED_KEY)) return body
  const request = JSON.parse(body.toString('utf8')) as Request
  const parts = [request, ...(request.TransactItems ?? []).flatMap((item) => Object.values(item))]
  for (const part of parts) {
    if (part.TableName && isUnstreamed(part)) part.TableName = toUnstreamedName(part.TableName)
  }
  return Buffer.from(JSON.stringify(request))
}
