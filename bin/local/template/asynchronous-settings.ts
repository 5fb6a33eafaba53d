import type { TemplateStack } from '../iam/template-values.ts'
import { getFunctionName } from './function-names.ts'
import { listStackResources } from './resources.ts'

export interface AsynchronousSettings {
  readonly maxRetries: number
  /** ARN of the queue for failed events. */
  readonly onFailure: string | undefined
}

interface InvokeConfigProperties {
  readonly FunctionName: string
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination: string } }
  readonly MaximumRetryAttempts?: number
}

/** Lambda's defaults without an EventInvokeConfig. */
const defaults: AsynchronousSettings = { maxRetries: 2, onFailure: undefined }

export function readAsynchronousSettings(stack: TemplateStack): (functionName: string) => AsynchronousSettings {
  const configs = listStackResources<InvokeConfigProperties>(stack, 'AWS::Lambda::EventInvokeConfig', [
    'DestinationConfig',
    'FunctionName',
    'MaximumRetryAttempts',
  ])
  const byName = new Map(
    configs.map(({ properties: { FunctionName, DestinationConfig, MaximumRetryAttempts } }) => [
      getFunctionName(FunctionName),
      {
        maxRetries: MaximumRetryAttempts ?? defaults.maxRetries,
        onFailure: DestinationConfig?.OnFailure?.Destination,
      },
    ]),
  )
  return (functionName) => byName.get(functionName) ?? defaults
}
