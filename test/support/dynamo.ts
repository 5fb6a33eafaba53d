import type { TestProject } from 'vitest/node'
import { startDynamo } from '../../bin/local/dynamo.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamoEndpoint: string
  }
}

/** One DynamoDB for the whole run, in memory; each test makes a table of its own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dynamo = await startDynamo()
  project.provide('dynamoEndpoint', dynamo.endpoint)
  return dynamo.stop
}
