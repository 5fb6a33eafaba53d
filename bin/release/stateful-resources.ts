import type { ResourceType } from './resource-types.ts'

export interface TemplateResource {
  readonly Type: string
  readonly Properties?: Readonly<Record<string, unknown>>
}

interface StatefulResource {
  readonly type: string
  readonly replacing: Readonly<Record<string, unknown>>
  /** Which CloudFormation adds in place, within limits; recorded for the types that have such. */
  readonly limited?: Readonly<Record<string, LimitedParts>>
}

/** By name. */
export type LimitedParts = Readonly<Record<string, unknown>>

interface NamedPart {
  readonly IndexName?: string
  readonly KeySchema?: unknown
  readonly Projection?: unknown
  readonly Name?: string
}

const readIndexes = (indexes: readonly NamedPart[]): LimitedParts =>
  Object.fromEntries(indexes.map(({ IndexName = '', KeySchema, Projection }) => [IndexName, { KeySchema, Projection }]))

const readAttributes = (attributes: readonly NamedPart[]): LimitedParts =>
  Object.fromEntries(attributes.map(({ Name = '', ...attribute }) => [Name, attribute]))

/** An update adds or removes one index and changes none; it adds attributes of a pool, and neither changes nor removes one. */
const limitedProperties: Readonly<
  Record<string, Readonly<Record<string, (parts: readonly NamedPart[]) => LimitedParts>>>
> = {
  'AWS::DynamoDB::GlobalTable': { GlobalSecondaryIndexes: readIndexes },
  'AWS::Cognito::UserPool': { Schema: readAttributes },
}

function listLimitedParts({ Type, Properties = {} }: TemplateResource): Pick<StatefulResource, 'limited'> {
  const readers = limitedProperties[Type]
  if (!readers) return {}
  const read = Object.entries(readers).map(
    ([name, readParts]) => [name, readParts((Properties[name] ?? []) as readonly NamedPart[])] as const,
  )
  return { limited: Object.fromEntries(read) }
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
    Object.entries(resources).flatMap(([id, resource]) => {
      const { Type, Properties = {} } = resource
      const known = types.get(Type)
      if (!known?.isStateful || Object.hasOwn(expendableTypes, Type)) return []
      const values = known.replacing.filter((name) => name in Properties).map((name) => [name, Properties[name]])
      return [[id, { type: Type, replacing: Object.fromEntries(values), ...listLimitedParts(resource) }]]
    }),
  )
