import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { ElectroError, type EntityConfiguration } from 'electrodb'
import { lazyEntitiesIn } from './entities.ts'
import { transactOn } from './transact.ts'

/** One property for each entity of the single table, and `transact` for all-or-nothing writes. */
export const openData = (config: EntityConfiguration) => {
  const entities = lazyEntitiesIn(config)
  return Object.assign(entities, { transact: transactOn(entities) })
}
export type Data = ReturnType<typeof openData>

/** Only a failed condition. ElectroDB's code 4001 covers every AWS error, throttling included. */
export const conditionFailed = (error: unknown): boolean =>
  error instanceof ElectroError && error.cause instanceof ConditionalCheckFailedException
