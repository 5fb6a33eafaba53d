import type { IsConditionOn } from './adverse-conditions.ts'
import type { AdjustableClock } from './clock.ts'
import type { LocalMetrics } from './cloudwatch/metrics.ts'
import type { DocumentStore } from './document-store.ts'
import { limitExecutions } from './limited-executions.ts'
import type { SourcesOptions } from './handlers-and-website.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import { type LocalRuntime, openSourceRuntime } from './local-runtime.ts'
import type { LocalLogs } from './logs.ts'
import { measureExecutions } from './measured-executions.ts'
import type { TemplateDeployment } from './template/template-deployment.ts'
import { openTemplateRuntime } from './template/template-runtime.ts'

interface RuntimeParts {
  readonly template: TemplateDeployment | undefined
  readonly store: DocumentStore
  readonly clock: AdjustableClock
  readonly logs: LocalLogs
  readonly metrics: LocalMetrics
  readonly isConditionOn: IsConditionOn
}

export function openRuntime(
  sources: SourcesOptions,
  { template, clock, metrics, isConditionOn, ...parts }: RuntimeParts,
): Promise<LocalRuntime> | LocalRuntime {
  const limit = (loader: LocalLambdaLoader) =>
    measureExecutions(
      limitExecutions(loader, () => isConditionOn('few-executions')),
      metrics,
    )
  return template
    ? openTemplateRuntime({ deployment: template, clock, limit, metrics, ...parts, endpoints: listEndpoints })
    : openSourceRuntime(sources, clock, limit)
}

const listEndpoints = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value = '']) =>
      name.startsWith('AWS_ENDPOINT_URL_') ? [[name, value]] : [],
    ),
  )
