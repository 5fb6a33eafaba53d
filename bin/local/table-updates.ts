import { StandInServiceError } from './json-protocol.ts'

interface TableRequest {
  readonly TableName?: string
  readonly DeletionProtectionEnabled?: boolean
}

interface TableReply {
  readonly Table?: Readonly<Record<string, unknown>>
}

/** Of DescribeTable, which lags: the first answer after an update knows nothing of it, the second says UPDATING. */
const LAGGING_ANSWERS = 2

const STREAM = ['StreamSpecification', 'LatestStreamArn', 'LatestStreamLabel']

const withoutStream = (table: object) =>
  Object.fromEntries(Object.entries(table).filter(([key]) => !STREAM.includes(key)))

/**
 * UpdateTable goes on after its answer, as on AWS: until DescribeTable has said UPDATING, another update and the
 * deletion are refused. So is the deletion of a protected table.
 */
export function createTableUpdates() {
  const protectedTables = new Map<string, boolean>()
  const running = new Map<string, { answersLeft: number; readonly request: TableRequest; readonly before: boolean }>()
  const requireSettled = (name: string): void => {
    if (running.has(name))
      throw new StandInServiceError(
        'ResourceInUseException',
        `Attempt to change a resource which is still in use: Table is being updated: ${name}`,
      )
  }
  return {
    /** @throws StandInServiceError in DynamoDB's wording */
    begin(request: TableRequest, isDeployedProtected: boolean): void {
      const { TableName = '', DeletionProtectionEnabled } = request
      requireSettled(TableName)
      const before = protectedTables.get(TableName) ?? isDeployedProtected
      running.set(TableName, { answersLeft: LAGGING_ANSWERS, request, before })
      if (DeletionProtectionEnabled !== undefined) protectedTables.set(TableName, DeletionProtectionEnabled)
    },
    /** @throws StandInServiceError in DynamoDB's wording */
    requireDeletable({ TableName = '' }: TableRequest, isDeployedProtected: boolean): void {
      requireSettled(TableName)
      if (protectedTables.get(TableName) ?? isDeployedProtected)
        throw new StandInServiceError(
          'ValidationException',
          'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
        )
    },
    /** A restored table has no protection at first. */
    restored: (name: string): void => void protectedTables.set(name, false),
    describe(reply: TableReply, add: (reply: TableReply, isProtected: boolean | undefined) => TableReply): TableReply {
      const name = String(reply.Table?.['TableName'])
      const update = running.get(name)
      if (!update) return add(reply, protectedTables.get(name))
      update.answersLeft--
      if (update.answersLeft <= 0) running.delete(name)
      const { Table = {} } = add(reply, update.before)
      const shown = 'StreamSpecification' in update.request ? withoutStream(Table) : Table
      return { Table: { ...shown, TableStatus: update.answersLeft > 0 ? 'ACTIVE' : 'UPDATING' } }
    },
  }
}
