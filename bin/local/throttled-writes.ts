import { castJsonValue } from './json-protocol.ts'

/** Every third: a request that the SDK tries three times succeeds, unless others write at the same time. */
const EVERY = 3

const MESSAGE =
  'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.'

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems']

export interface ThrottledReply {
  readonly __type: string
  readonly message: string
  readonly CancellationReasons?: readonly object[]
}

/**
 * Throttles every third write, with DynamoDB's two error names in turn; a transaction is cancelled instead. Undefined
 * for the others.
 */
export function createWriteThrottle(isOn: () => boolean) {
  let [writes, refusals] = [0, 0]
  return (operation: string, body: Buffer): ThrottledReply | undefined => {
    if (!isOn() || !WRITES.includes(operation)) return undefined
    writes += 1
    if (writes % EVERY !== 0) return undefined
    refusals += 1
    if (operation === 'TransactWriteItems') return cancel(body)
    return refusals % 2 === 0
      ? { __type: 'com.amazon.coral.availability#ThrottlingException', message: MESSAGE }
      : { __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException', message: MESSAGE }
  }
}

function cancel(body: Buffer): ThrottledReply {
  const { TransactItems = [] } = castJsonValue<{ readonly TransactItems?: readonly object[] }>(
    JSON.parse(body.toString('utf8')),
  )
  const reasons = TransactItems.map((_, index) =>
    index === 0 ? { Code: 'ThrottlingError', Message: MESSAGE } : { Code: 'None' },
  )
  return {
    __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
    message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`,
    CancellationReasons: reasons,
  }
}
