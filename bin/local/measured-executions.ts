import type { LocalMetrics } from './cloudwatch/metrics.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import { isExecutionRefused } from './limited-executions.ts'

const NAMESPACE = 'AWS/Lambda'

/** Lambda publishes each metric by function, by function with version, and for all functions. */
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
        // Time of the call, not of its end.
        const at = metrics.now()
        try {
          const answer = await run(event, context)
          count(path, at, { Invocations: 1, Errors: 0 })
          return answer
        } catch (error) {
          // A throttled call is no invocation.
          count(path, at, isExecutionRefused(error) ? { Throttles: 1 } : { Invocations: 1, Errors: 1 })
          throw error
        }
      }
    },
  }
}

/** Time from a batch's last record entering the stream until the call. */
export function measureIteratorAge(path: string, ageMs: number, metrics: LocalMetrics): void {
  for (const dimensions of dimensionsOf(path)) {
    metrics.put({ namespace: NAMESPACE, name: 'IteratorAge', dimensions, unit: 'Milliseconds', value: ageMs })
  }
}
