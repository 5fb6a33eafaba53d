import { NestedStack, type Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import type { TemplateResource } from './stateful-resources.ts'

export interface WholeTemplate {
  readonly Resources: Readonly<Record<string, TemplateResource>>
}

export const readNestedTemplates = (stack: Stack): Readonly<Record<string, Template>> =>
  Object.fromEntries(
    stack.node
      .findAll()
      .filter((node) => NestedStack.isNestedStack(node))
      .map((nested) => {
        if (!nested.nestedStackResource) throw new Error(`${nested.node.path} is no resource`)
        return [stack.resolve(nested.nestedStackResource.logicalId) as string, Template.fromStack(nested)] as const
      }),
  )

/**
 * Merges nested stacks into the template: resource `MailLate456` of the nested stack `Alarms123` becomes
 * `Alarms123.MailLate456`. References are renamed and parameters replaced by the outer stack's values. Outputs of
 * nested stacks are not resolved.
 */
export function readWholeTemplate(
  stack: Stack,
  nested: Readonly<Record<string, Template>> = readNestedTemplates(stack),
): WholeTemplate {
  const own = Template.fromStack(stack).toJSON()['Resources'] as WholeTemplate['Resources']
  const inner = Object.entries(nested).flatMap(([stackId, template]) => {
    const { Resources } = template.toJSON() as WholeTemplate
    const parameters = (own[stackId]?.Properties?.['Parameters'] ?? {}) as Readonly<Record<string, unknown>>
    const references = { parameters, prefix: `${stackId}.`, ids: Object.keys(Resources) }
    return Object.entries(Resources).map(
      ([id, resource]) => [`${stackId}.${id}`, withOuterReferences(resource, references) as TemplateResource] as const,
    )
  })
  return { Resources: { ...own, ...Object.fromEntries(inner) } }
}

interface References {
  readonly parameters: Readonly<Record<string, unknown>>
  readonly prefix: string
  readonly ids: readonly string[]
}

function withOuterReferences(value: unknown, references: References): unknown {
  const { parameters, prefix, ids } = references
  if (Array.isArray(value)) return value.map((each) => withOuterReferences(each, references))
  if (typeof value !== 'object' || value === null) return value
  const { Ref, 'Fn::GetAtt': attribute } = value as { readonly Ref?: string; readonly 'Fn::GetAtt'?: readonly string[] }
  if (Ref !== undefined && Object.hasOwn(parameters, Ref)) return parameters[Ref]
  if (Ref !== undefined && ids.includes(Ref)) return { Ref: `${prefix}${Ref}` }
  if (Array.isArray(attribute)) return { 'Fn::GetAtt': [`${prefix}${attribute[0]}`, ...attribute.slice(1)] }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOuterReferences(each, references)]))
}
