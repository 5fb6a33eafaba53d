import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

interface Database {
  readonly schema: {
    readonly resource: {
      readonly entities: readonly {
        readonly cloudFormationType: string
        readonly isStateful?: boolean
        readonly properties: Readonly<Record<string, { readonly causesReplacement?: 'yes' | 'no' | 'maybe' }>>
      }[]
    }
  }
}

export interface ResourceType {
  /** Whether a replacement would lose data. */
  readonly isStateful: boolean
  /** Properties whose change replaces the resource, or may do so. */
  readonly replacing: readonly string[]
}

/** The database by which `cdk diff` itself detects replacements. */
const DATABASE = 'node_modules/aws-cdk/db.json.gz'

export function readResourceTypes(): ReadonlyMap<string, ResourceType> {
  const { schema } = JSON.parse(gunzipSync(readFileSync(DATABASE)).toString()) as Database
  return new Map(
    schema.resource.entities.map(({ cloudFormationType, isStateful = false, properties }) => [
      cloudFormationType,
      {
        isStateful,
        replacing: Object.keys(properties).filter((name) => (properties[name]?.causesReplacement ?? 'no') !== 'no'),
      },
    ]),
  )
}
