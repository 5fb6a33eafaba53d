import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { readNestedTemplates, readWholeTemplate } from '../../bin/release/whole-template.ts'
import { BUNDLES_CONTEXT } from '../../lib/constructs/bundling.ts'
import { PracticeStack, type PracticeStackProps } from '../../lib/practice-stack.ts'
import { deploymentStages } from '../../lib/stages.ts'

export interface TemplateResource {
  readonly Type: string
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  // oxlint-disable-next-line typescript/no-explicit-any -- CloudFormation's own shape, different for every type
  readonly Properties: any
}

export const fullyConfiguredStage: PracticeStackProps = {
  ...deploymentStages.prod,
  domain: {
    name: 'habitat.example',
    certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/00000000-0000-0000-0000-000000000000',
  },
  google: { clientId: '1234.apps.googleusercontent.com', clientSecretName: 'habitat-interior/google' },
  mail: { identity: 'habitat.example', sender: 'hola@habitat.example' },
  alarmEmail: 'guardia@habitat.example',
}

interface SynthesisOptions {
  /** Folder of the functions' bundles. @default - none: they have their own test */
  readonly bundles?: string
  /** Whether `synth` validates like CloudFormation: takes five seconds, and valid-templates.test.ts covers all. */
  readonly isValidated?: boolean
}

export function synthesiseStack(
  props: PracticeStackProps = deploymentStages.dev,
  name = 'dev',
  { bundles, isValidated = false }: SynthesisOptions = {},
) {
  const { context } = JSON.parse(readFileSync('cdk.json', 'utf8')) as { context: Record<string, unknown> }
  const app = new App({
    context: {
      ...context,
      ...(bundles ? { [BUNDLES_CONTEXT]: bundles } : { 'aws:cdk:bundling-stacks': [] }),
      // Stack traces of resources, for error messages, take a tenth of the time.
      'aws:cdk:disable-creation-stack-traces': true,
    },
    analyticsReporting: false,
    builtinCloudFormationValidation: isValidated,
  })
  return { app, stack: new PracticeStack(app, name, props) }
}

interface Templates {
  readonly main: Template
  /** By the logical id of their `AWS::CloudFormation::Stack`. */
  readonly nested: Readonly<Record<string, Template>>
  readonly whole: Template
}

function templatesFrom({ stack }: ReturnType<typeof synthesiseStack>): Templates {
  const nested = readNestedTemplates(stack)
  const whole = Template.fromJSON({ ...readWholeTemplate(stack, nested) })
  return { main: Template.fromStack(stack), nested, whole }
}

/** Workers of a run share the first synthesis; two at once write the same files. */
function synthesiseOnce(props: PracticeStackProps, name: string): Templates {
  const shared = process.env['TEST_FOLDER']
  // Site files are not identified by their folder, so these are not shared.
  if (!shared || props.siteFolder) return templatesFrom(synthesiseStack(props, name))
  const hash = createHash('sha256')
    .update(JSON.stringify([name, props]))
    .digest('hex')
  const file = join(shared, `templates-${hash}.json`)
  if (!existsSync(file)) {
    const { main, nested, whole } = templatesFrom(synthesiseStack(props, name))
    const inner = Object.entries(nested).map(([id, template]) => [id, template.toJSON()])
    const written = `${file}-${process.pid}`
    writeFileSync(written, JSON.stringify([main.toJSON(), Object.fromEntries(inner), whole.toJSON()]))
    renameSync(written, file)
  }
  const [main, nested, whole] = JSON.parse(readFileSync(file, 'utf8')) as [object, Record<string, object>, object]
  const inner = Object.entries(nested).map(([id, json]) => [id, Template.fromJSON({ ...json })])
  return {
    main: Template.fromJSON({ ...main }),
    nested: Object.fromEntries(inner),
    whole: Template.fromJSON({ ...whole }),
  }
}

const made = new Map<string, WeakMap<PracticeStackProps, Templates>>()

/** Cached per stage and name: synthesis takes seconds, and templates are not modified. */
function templatesOf(props: PracticeStackProps, name: string): Templates {
  const known = made.get(name) ?? new WeakMap<PracticeStackProps, Templates>()
  made.set(name, known)
  const templates = known.get(props) ?? synthesiseOnce(props, name)
  known.set(props, templates)
  return templates
}

/** Without the resources of nested stacks: the API's routes, and the alarms. */
export const getStageTemplate = (props: PracticeStackProps = deploymentStages.dev, name = 'dev'): Template =>
  templatesOf(props, name).main

export const getNestedTemplates = (
  props: PracticeStackProps = deploymentStages.dev,
  name = 'dev',
): Readonly<Record<string, Template>> => templatesOf(props, name).nested

/** All resources of the stage; those of nested stacks are named as in `readWholeTemplate`. */
export const getWholeTemplate = (props: PracticeStackProps = deploymentStages.dev, name = 'dev'): Template =>
  templatesOf(props, name).whole

export function getRoutesTemplate(props: PracticeStackProps = deploymentStages.dev, name = 'dev'): Template {
  const [routes, ...others] = Object.values(getNestedTemplates(props, name)).filter(
    (template) => Object.keys(findTemplateResources(template, 'AWS::ApiGatewayV2::Route')).length > 0,
  )
  if (!routes || others.length > 0) throw new Error('the routes of the API stand in one nested stack')
  return routes
}

export const findTemplateResources = (template: Template, type: string): Readonly<Record<string, TemplateResource>> =>
  template.findResources(type) as Record<string, TemplateResource>

/** @throws Error unless there is exactly one */
export function getOnlyResource(template: Template, type: string): TemplateResource {
  const found = Object.values(findTemplateResources(template, type))
  const [one] = found
  if (!one || found.length > 1) throw new Error(`${found.length} resources of type ${type}`)
  return one
}

export interface TemplatePolicyStatement {
  readonly Effect: 'Allow' | 'Deny'
  readonly Action: readonly string[]
  readonly Resource: readonly unknown[]
  readonly Condition?: unknown
}

export const toArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const statementsIn = ({ Properties }: TemplateResource): readonly TemplatePolicyStatement[] =>
  Properties.PolicyDocument.Statement.map((statement: Record<string, unknown>) => ({
    ...statement,
    Action: toArray(statement['Action']),
    Resource: toArray(statement['Resource']),
  }))

export const getRolePolicies = (template: Template): Readonly<Record<string, readonly TemplatePolicyStatement[]>> =>
  Object.fromEntries(
    Object.entries(findTemplateResources(template, 'AWS::IAM::Policy')).map(([id, policy]) => [
      id,
      statementsIn(policy),
    ]),
  )

/** `name` as in `payments` or `payments/stripe-webhook`. */
export function getFunctionStatements(template: Template, name: string): readonly TemplatePolicyStatement[] {
  const role = findLogicalId(template, 'AWS::IAM::Role', `${name.replace(/[^a-z]/g, '')}Role`)
  return Object.values(findTemplateResources(template, 'AWS::IAM::Policy'))
    .filter(({ Properties }) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(statementsIn)
}

/**
 * `ending` is the id's end without the hash.
 * @throws Error unless there is exactly one
 */
export function findLogicalId(template: Template, type: string, ending: string): string {
  const ids = Object.keys(findTemplateResources(template, type)).filter((id) => id.slice(0, -8).endsWith(ending))
  const [one] = ids
  if (!one || ids.length > 1) throw new Error(`${ids.length} resources of type ${type} end in ${ending}`)
  return one
}

/** With references as `${LogicalId}`, and `${LogicalId[/][2]}` for the third part of one split at slashes. */
export function renderTemplateValue(value: unknown): string {
  if (typeof value === 'string') return value
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined, 'Fn::Select': select } = value as Record<string, unknown>
  if (typeof Ref === 'string') return `\${${Ref}}`
  if (Array.isArray(attribute)) return `\${${attribute.join('.')}}`
  if (Array.isArray(joined)) return (joined[1] as unknown[]).map(renderTemplateValue).join(joined[0] as string)
  if (Array.isArray(select)) return renderPart(select as unknown as SelectedPart)
  throw new Error(`cannot write ${JSON.stringify(value)}`)
}

type SelectedPart = readonly [index: number, { readonly 'Fn::Split': readonly [separator: string, text: unknown] }]

function renderPart([index, { 'Fn::Split': split }]: SelectedPart): string {
  const [separator, text] = split
  return renderTemplateValue(text).replace(/\}$/, `[${separator}][${index}]}`)
}
