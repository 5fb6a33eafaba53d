/** Every third, as of throttled writes: a write that is sent again succeeds, unless many are at it at the same time. */
const EVERY = 3

/** BatchWriteItem is not among those that AWS says conflict; transactions are cancelled instead. */
const SINGLE_WRITES = ['PutItem', 'UpdateItem', 'DeleteItem']

const REFUSAL = {
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionConflictException',
  message: 'Transaction is ongoing for the item',
}

/**
 * DynamoDB's refusal of every third single write, as if a transaction had its item, or undefined. The server has one lock,
 * so that there nothing ever meets a transaction.
 */
export function createWriteConflicts(isOn: () => boolean) {
  let writes = 0
  return (operation: string): typeof REFUSAL | undefined => {
    if (!isOn() || !SINGLE_WRITES.includes(operation)) return undefined
    writes += 1
    return writes % EVERY === 0 ? REFUSAL : undefined
  }
}
