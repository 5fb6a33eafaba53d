import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getResourceArn, type TemplateStack } from '../iam/template-values.ts'
import type { SynthesisedStack } from './read-stack.ts'
import { listStackResources } from './resources.ts'

export interface FunctionDefinition {
  readonly name: string
  readonly arn: string
  readonly roleArn: string
  /** Entry file of the uploaded bundle. */
  readonly entry: string
  readonly handler: string
  readonly environment: Readonly<Record<string, string>>
  readonly memoryMb: number
  readonly timeoutSeconds: number
  readonly logGroup: string
}

interface FunctionProperties {
  readonly Code: { readonly S3Key?: string }
  readonly Environment?: { readonly Variables?: Readonly<Record<string, string>> }
  readonly Handler?: string
  readonly LoggingConfig?: { readonly LogGroup?: string }
  readonly MemorySize?: number
  readonly Role: string
  readonly Runtime?: string
  readonly Timeout?: number
}

const DEFAULT_MEMORY_MB = 128
const DEFAULT_TIMEOUT_SECONDS = 3

/** In the order in which Lambda looks for the handler's module. */
const extensions = ['.js', '.mjs', '.cjs'] as const

/** The CDK's own functions that fill buckets; their work is derived from the resources that call them. */
const listCopiers = (stack: TemplateStack): readonly string[] =>
  listStackResources<{ readonly ServiceToken: string }>(stack, 'Custom::CDKBucketDeployment', ['ServiceToken']).map(
    ({ properties }) => properties.ServiceToken,
  )

function findEntry(folder: string, file: string): string {
  const found = extensions.map((extension) => join(folder, file + extension)).find((path) => existsSync(path))
  if (!found) throw new Error(`${folder} has no module ${file}`)
  return found
}

const getLogGroup = (name: string, config: FunctionProperties['LoggingConfig']): string =>
  config?.LogGroup ?? `/aws/lambda/${name}`

/** @throws Error for another runtime than Node, or a missing bundle */
export function listFunctions({ stack, assetPath }: SynthesisedStack): readonly FunctionDefinition[] {
  const copiers = listCopiers(stack)
  return listStackResources<FunctionProperties>(stack, 'AWS::Lambda::Function', [
    'Code',
    'Environment',
    'Handler',
    'LoggingConfig',
    'MemorySize',
    'Role',
    'Runtime',
    'Timeout',
  ])
    .map(({ ref, logicalId, properties, stack: own }) => ({ ref, arn: getResourceArn(logicalId, own), properties }))
    .filter(({ arn }) => !copiers.includes(arn))
    .map(
      ({
        ref,
        arn,
        properties: { Code, Environment, Handler = '', LoggingConfig, MemorySize, Role, Runtime, Timeout },
      }) => {
        if (!Runtime?.startsWith('nodejs')) throw new Error(`${ref} runs on ${Runtime}, not on Node`)
        const [file = '', handler = ''] = Handler.split('.')
        return {
          name: ref,
          arn,
          roleArn: Role,
          entry: findEntry(assetPath(Code.S3Key ?? ''), file),
          handler,
          environment: Environment?.Variables ?? {},
          memoryMb: MemorySize ?? DEFAULT_MEMORY_MB,
          timeoutSeconds: Timeout ?? DEFAULT_TIMEOUT_SECONDS,
          logGroup: getLogGroup(ref, LoggingConfig),
        }
      },
    )
}
