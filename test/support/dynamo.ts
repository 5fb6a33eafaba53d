import type { TestProject } from 'vitest/node'
import { startDynamo } from '../../bin/local/dynamo.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamoEndpoints: readonly string[]
  }
}

/** A DynamoDB in memory for each worker: two that make tables in one wait for each other. Each test makes its own table. */
export async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const servers = await Promise.all(Array.from({ length: project.vitest.config.maxWorkers }, () => startDynamo()))
  project.provide(
    'dynamoEndpoints',
    servers.map(({ endpoint }) => endpoint),
  )
  return () => Promise.all(servers.map(({ stop }) => stop()))
}
