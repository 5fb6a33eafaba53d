import type { TestProject } from 'vitest/node'
import { startLocalDynamoDb } from '../../bin/local/dynamo.ts'

declare module 'vitest' {
  interface ProvidedContext {
    dynamoEndpoints: readonly string[]
  }
}

/**
 * One in-memory DynamoDB per worker: parallel table creations on one server wait for each other. Each test creates its
 * own table.
 */
export async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const servers = await Promise.all(
    Array.from({ length: project.vitest.config.maxWorkers }, () => startLocalDynamoDb()),
  )
  project.provide(
    'dynamoEndpoints',
    servers.map(({ endpoint }) => endpoint),
  )
  return () => Promise.all(servers.map(({ stop }) => stop()))
}
