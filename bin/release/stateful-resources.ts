import type { ResourceType } from './resource-types.ts'

export interface TemplateResource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
}

interface StatefulResource {
  readonly type: string
  readonly replacing: Readonly<Record<string, unknown>>
}

/** Stateful by the database, but a release may replace them. */
const expendableTypes: Readonly<Record<string, string>> = {
  'AWS::CloudFormation::Stack': 'is looked into: what stands in it is judged one by one',
  'AWS::Logs::LogGroup': 'is kept when its function goes, until it expires',
  'AWS::SQS::Queue': 'is kept with what failed, and empty when all is well',
}

export type StatefulResources = Readonly<Record<string, StatefulResource>>

export const listStatefulResources = (
  resources: Readonly<Record<string, TemplateResource>>,
  types: ReadonlyMap<string, ResourceType>,
): StatefulResources =>
  Object.fromEntries(
    Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) => {
      const known = types.get(Type)
      if (!known?.isStateful || Object.hasOwn(expendableTypes, Type)) return []
      const values = known.replacing.filter((name) => name in Properties).map((name) => [name, Properties[name]])
      return [[id, { type: Type, replacing: Object.fromEntries(values) }]]
    }),
  )
