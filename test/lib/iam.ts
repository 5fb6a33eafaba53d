import { type TemplatePolicyStatement, renderTemplateValue } from './synthesised.ts'

export interface DynamoDbIamRequest {
  readonly action: string
  /**
   * An index.
   * @default the table itself
   */
  readonly on?: 'byOwner' | 'byState'
  /** Values of `dynamodb:LeadingKeys`; empty for requests without keys. */
  readonly keys: readonly string[]
}

const indexNames = { byOwner: 'gsi1', byState: 'gsi2' } as const

/** IAM's `StringLike` with `*`. */
const like = (pattern: string, key: string): boolean =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll(/[$#.]/g, String.raw`\$&`))
      .join('.*')}$`,
  ).test(key)

type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>

function meets(condition: Condition, keys: readonly string[]): boolean {
  return Object.entries(condition).every(([operator, { 'dynamodb:LeadingKeys': given = [], ...others }]) => {
    if (Object.keys(others).length > 0) throw new Error(`cannot judge ${JSON.stringify(condition)}`)
    const patterns = [given].flat()
    const fits = (key: string) => patterns.some((pattern) => like(pattern, key))
    if (operator === 'ForAllValues:StringLike') return keys.every(fits)
    if (operator === 'ForAnyValue:StringLike') return keys.some(fits)
    if (operator === 'Null') return patterns.every((absent) => (absent === 'true') === (keys.length === 0))
    throw new Error(`cannot judge ${operator}`)
  })
}

const ofTable = /^\$\{DataTable[0-9A-F]{8}\.Arn\}(?:\/index\/(\w+))?$/

function names({ Action, Resource }: TemplatePolicyStatement, { action, on }: DynamoDbIamRequest): boolean {
  const index = on && indexNames[on]
  return (
    Action.some((pattern) => like(pattern, action)) &&
    Resource.some((arn) => {
      const found = ofTable.exec(renderTemplateValue(arn))
      return renderTemplateValue(arn) === '*' || (found !== null && found[1] === index)
    })
  )
}

/** IAM's rules: refused unless a statement allows it and none denies it. */
export function isAllowedByStatements(
  statements: readonly TemplatePolicyStatement[],
  request: DynamoDbIamRequest,
): boolean {
  const applying = statements.filter(
    (statement) => names(statement, request) && meets((statement.Condition ?? {}) as Condition, request.keys),
  )
  return applying.some(({ Effect }) => Effect === 'Allow') && !applying.some(({ Effect }) => Effect === 'Deny')
}
