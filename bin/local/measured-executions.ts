import type { LocalMetrics } from './cloudwatch/metrics.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import { isExecutionRefused } from './limited-executions.ts'

const NAMESPACE = 'AWS/Lambda'

/** Under each of which Lambda publishes: of the function, of its unpublished version, and of all functions together. */
const dimensionsOf = (FunctionName: string): readonly Readonly<Record<string, string>>[] => [
  { FunctionName },
  { FunctionName, Resource: FunctionName },
  {},
]

/** https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html */
export function measureExecutions(functions: LocalLambdaLoader, metrics: LocalMetrics): LocalLambdaLoader {
  const count = (path: string, at: number, counts: Readonly<Record<string, number>>): void => {
    for (const dimensions of dimensionsOf(path)) {
      for (const [name, value] of Object.entries(counts))
        metrics.put({ namespace: NAMESPACE, name, dimensions, unit: 'Count', value, at })
    }
  }
  return {
    load: async (path) => {
      const run = await functions.load(path)
      return async (event, context) => {
        // When the call came, however long it took.
        const at = metrics.now()
        try {
          const answer = await run(event, context)
          count(path, at, { Invocations: 1, Errors: 0 })
          return answer
        } catch (error) {
          // A call that was refused is no invocation.
          count(path, at, isExecutionRefused(error) ? { Throttles: 1 } : { Invocations: 1, Errors: 1 })
          throw error
        }
      }
    },
  }
}

/** How long the last record of a batch had been in its stream when it was sent to the function. */
export function measureIteratorAge(path: string, ageMs: number, metrics: LocalMetrics): void {
  for (const dimensions of dimensionsOf(path)) {
    metrics.put({ namespace: NAMESPACE, name: 'IteratorAge', dimensions, unit: 'Milliseconds', value: ageMs })
  }
}
