export type Values = Readonly<Record<string, unknown>>

export interface AttributeDefinition {
  readonly type: string | readonly string[]
  readonly required?: boolean
  readonly readOnly?: boolean
  readonly default?: unknown
  readonly field?: string
  readonly padding?: { readonly length: number; readonly char: string }
  readonly set?: (value: unknown, item: Values) => unknown
  readonly items?: AttributeDefinition
  readonly properties?: AttributeDefinitions
}

export type AttributeDefinitions = Readonly<Record<string, AttributeDefinition>>

export interface KeyDefinition {
  readonly field: string
  readonly composite: readonly string[]
  readonly template?: string
  readonly casing?: string
}

export interface IndexDefinition {
  readonly index?: string
  readonly condition?: (item: Values) => boolean
  readonly pk: KeyDefinition
  readonly sk: KeyDefinition
}

export interface EntityDefinition {
  readonly model: { readonly service: string; readonly entity: string; readonly version: string }
  readonly attributes: AttributeDefinitions
  readonly indexes: Readonly<Record<string, IndexDefinition>>
}
