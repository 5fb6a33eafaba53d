import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { LocalAddresses } from '../addresses.ts'
import type { LocalHosts } from './local-hosts.ts'
import type { SynthesisedStack } from './read-stack.ts'
import { listStackResources } from './resources.ts'
import { toWildcardPattern } from './wildcard-pattern.ts'

export interface SiteFile {
  readonly body: Buffer
  readonly cacheControl: string | undefined
  /** For a body that was compressed before copying. */
  readonly contentEncoding?: string | undefined
}

interface DeploymentProperties {
  readonly SourceObjectKeys: readonly string[]
  readonly SourceMarkers?: readonly Readonly<Record<string, string>>[]
  readonly DestinationBucketName: string
  readonly DestinationBucketKeyPrefix?: string
  readonly Exclude?: readonly string[]
  readonly Include?: readonly string[]
  readonly SystemMetadata?: Readonly<Record<string, string>>
}

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.split(sep).join('/'))

/** As `aws s3 sync --exclude … --include …`: the last match counts. */
const isCopied = (path: string, { Exclude = [], Include = [] }: DeploymentProperties): boolean => {
  const matches = (pattern: string) => toWildcardPattern(pattern).test(path)
  return Include.some(matches) || !Exclude.some(matches)
}

/** Inserts values that CloudFormation knows only at deployment. */
function fillIn(body: Buffer, markers: Readonly<Record<string, string>>): Buffer {
  const filled = Object.entries(markers)
  if (filled.length === 0) return body
  return Buffer.from(filled.reduce((text, [marker, value]) => text.replaceAll(marker, value), body.toString('utf8')))
}

/** In the browser there is no environment variable for an endpoint: Amplify gets it from here. */
const addPoolAddress = (config: Buffer, { cognito }: LocalAddresses): Buffer =>
  Buffer.from(JSON.stringify({ ...(JSON.parse(config.toString('utf8')) as object), userPoolEndpoint: `${cognito}/` }))

/** The content that the CDK's copy function puts into `bucket`, by path. */
export function readSiteFiles(
  { stack, assetPath }: SynthesisedStack,
  bucket: string,
  { hosts, addresses }: { readonly hosts: LocalHosts; readonly addresses: LocalAddresses },
): ReadonlyMap<string, SiteFile> {
  const deployments = listStackResources<DeploymentProperties>(stack, 'Custom::CDKBucketDeployment', [
    'SourceObjectKeys',
    'SourceMarkers',
    'DestinationBucketName',
    'DestinationBucketKeyPrefix',
    'Exclude',
    'Include',
    'SystemMetadata',
  ]).filter(({ properties }) => properties.DestinationBucketName === bucket)
  const files = new Map<string, SiteFile>()
  for (const { logicalId, properties } of deployments) {
    if (properties.DestinationBucketKeyPrefix) throw new Error(`${logicalId} copies below a prefix`)
    const { 'cache-control': cacheControl, 'content-encoding': contentEncoding } = properties.SystemMetadata ?? {}
    for (const [index, key] of properties.SourceObjectKeys.entries()) {
      const folder = assetPath(key)
      for (const path of listFiles(folder).filter((name) => isCopied(name, properties))) {
        const body = fillIn(readFileSync(join(folder, path)), properties.SourceMarkers?.[index] ?? {})
        const isConfig = path === 'config.json'
        const local = isConfig ? addPoolAddress(Buffer.from(hosts.localise(body.toString('utf8'))), addresses) : body
        files.set(path, { body: local, cacheControl, contentEncoding })
      }
    }
  }
  return files
}
