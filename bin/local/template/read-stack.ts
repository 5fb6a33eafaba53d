import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openTemplateStack } from '../iam/template-policies.ts'
import { resolveTemplateValue, type StackTemplate, type TemplateStack } from '../iam/template-values.ts'

/** A stack in the output of `cdk synth`: its template, nested templates, and their assets. */
export interface SynthesisedStack {
  readonly stack: TemplateStack
  /** The same stage's stack in us-east-1, whose outputs are parameters of this one; undefined without one. */
  readonly edge: TemplateStack | undefined
  /**
   * The file or folder that is uploaded as `objectKey`.
   * @throws Error for an asset that is not in the assembly
   */
  readonly assetPath: (objectKey: string) => string
}

interface AssemblyManifest {
  readonly artifacts: Readonly<
    Record<
      string,
      {
        readonly type: string
        readonly environment?: string
        readonly properties?: { readonly templateFile?: string; readonly stackName?: string }
      }
    >
  >
}

interface AssetManifest {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: { readonly path?: string }
        readonly destinations: Readonly<Record<string, { readonly objectKey: string }>>
      }
    >
  >
}

const readJson = (...path: readonly string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'))

/** Reads the only stage in an output folder of `cdk synth`. */
export function readSynthesisedStack(folder: string): SynthesisedStack {
  const { artifacts } = readJson(folder, 'manifest.json') as AssemblyManifest
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack')
  const isAtEdge = ([, { environment = '' }]: (typeof stacks)[number]) => environment.endsWith('/us-east-1')
  const [found, ...others] = stacks.filter((each) => !isAtEdge(each))
  if (!found || others.length > 0) throw new Error(`${folder} holds ${others.length + (found ? 1 : 0)} stages, not one`)
  const edge = stacks.filter(isAtEdge).map(([id, { properties = {} }]) => {
    const options = { stackName: properties.stackName ?? id, region: 'us-east-1' }
    return openTemplateStack(readJson(folder, properties.templateFile ?? '') as StackTemplate, options)
  })[0]
  const [id, { environment = '', properties = {} }] = found
  const template = readJson(folder, properties.templateFile ?? '') as StackTemplate
  const assetPath = findAssets(folder, id)
  const options = { stackName: properties.stackName ?? id, region: environment.split('/').at(-1) ?? '' }
  const nested = readNestedTemplates(template, options, assetPath)
  const parameters = edge ? readOutputs(edge) : {}
  return { stack: openTemplateStack(template, { ...options, nested, parameters }), edge, assetPath }
}

const readOutputs = (stack: TemplateStack): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(stack.template.Outputs ?? {}).map(([name, { Value }]) => [name, resolveTemplateValue(Value, stack)]),
  )

function findAssets(folder: string, stackId: string): SynthesisedStack['assetPath'] {
  const { files } = readJson(folder, `${stackId}.assets.json`) as AssetManifest
  const byKey = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, source.path] as const),
    ),
  )
  return (objectKey) => {
    const path = byKey.get(objectKey)
    if (path === undefined) throw new Error(`${folder} has no asset ${objectKey}`)
    return join(folder, path)
  }
}

function readNestedTemplates(
  template: StackTemplate,
  names: { readonly stackName: string; readonly region: string },
  assetPath: SynthesisedStack['assetPath'],
): Readonly<Record<string, StackTemplate>> {
  const outer: TemplateStack = { ...names, template, accountId: '000000000000', parameters: {}, nested: new Map() }
  const stacks = Object.entries(template.Resources).filter(([, { Type }]) => Type === 'AWS::CloudFormation::Stack')
  return Object.fromEntries(
    stacks.map(([id, { Properties }]) => {
      const url = String(resolveTemplateValue(Properties?.['TemplateURL'], outer))
      return [id, readJson(assetPath(url.split('/').at(-1) ?? '')) as StackTemplate]
    }),
  )
}
