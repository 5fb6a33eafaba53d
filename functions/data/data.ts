import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { ElectroError, type EntityConfiguration } from 'electrodb'
import { lazyEntitiesIn } from './entities.ts'
import { transactOn } from './transact.ts'

/** The single table: one property for each kind of item, and `transact` for writes that hold or fail as one. */
export const openData = (config: EntityConfiguration) => {
  const entities = lazyEntitiesIn(config)
  return Object.assign(entities, { transact: transactOn(entities) })
}
export type Data = ReturnType<typeof openData>

/** True when a write was turned away by its own condition. ElectroDB's code 4001 is any AWS error, throttling included. */
export const conditionFailed = (error: unknown): boolean =>
  error instanceof ElectroError && error.cause instanceof ConditionalCheckFailedException
