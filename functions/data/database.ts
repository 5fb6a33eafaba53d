import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { ElectroError, type EntityConfiguration } from 'electrodb'
// lib/function-bundles.ts replaces this import by the function's own entities.
import { createLazyTableEntities } from '#data/entities'
import { createTransact, type ReportFollowUpFailure } from './transact.ts'

/** For scripts, which report failures to their user. */
const throwFailure: ReportFollowUpFailure = (_, error) => {
  throw error
}

/** One property for each entity of the single table, and `transact` for all-or-nothing writes. */
export const openDatabase = (config: EntityConfiguration, reportFollowUpFailure = throwFailure) => {
  const entities = createLazyTableEntities(config)
  return Object.assign(entities, { transact: createTransact(entities, reportFollowUpFailure) })
}
export type Database = ReturnType<typeof openDatabase>

/** Only a failed condition. ElectroDB's code 4001 covers every AWS error, throttling included. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof ElectroError && error.cause instanceof ConditionalCheckFailedException
