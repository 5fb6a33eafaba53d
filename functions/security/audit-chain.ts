import type { AuditFault } from '#contract/audit-check'
import {
  type AuditBatch,
  type AuditDigest,
  DIGESTS_PREFIX,
  ENTRIES_PREFIX,
  parseAuditBatchKey,
} from './audit-batches.ts'
import { type AuditVault, computeSha256, type StoredVersion } from './audit-vault.ts'

type Vault = Pick<AuditVault, 'read' | 'listVersions'>
type Objects = ReadonlyMap<string, readonly StoredVersion[]>

const READS_AT_ONCE = 25

export interface VerifiedChain {
  /** All that are there, also those that no digest names yet. */
  readonly batches: readonly AuditBatch[]
  /** The first that was written of a key. */
  readonly versionOf: (key: string) => string | undefined
  readonly faults: AuditFault[]
}

const toFault = (name: string): AuditFault => ({ kind: 'copy', name })

/**
 * Every digest names the one before with its hash, and every batch is named by one.
 * @param namedSince hour; batches from there on need not be named yet
 */
export async function verifyDigestChain(vault: Vault, namedSince: string): Promise<VerifiedChain> {
  const digests = groupVersions(await vault.listVersions(DIGESTS_PREFIX))
  const copied = groupVersions(await vault.listVersions(ENTRIES_PREFIX))
  const { named, broken } = verifyLinks(await readDigests(digests, vault))
  const batches = [...copied.keys()].flatMap((key) => parseAuditBatchKey(key) ?? [])
  const faults = [
    ...[...digests, ...copied].filter(([, versions]) => versions.length > 1).map(([key]) => key),
    ...broken,
    ...[...named]
      .filter(([key, sha256]) => !copied.has(key) || parseAuditBatchKey(key)?.sha256 !== sha256)
      .map(([key]) => key),
    ...batches.filter(({ key, hour }) => !named.has(key) && hour < namedSince).map(({ key }) => key),
  ]
  return {
    batches: batches.filter(({ key }) => findFirstVersion(copied.get(key)) !== undefined),
    versionOf: (key) => findFirstVersion(copied.get(key)),
    faults: faults.map(toFault),
  }
}

interface ReadDigest {
  readonly key: string
  readonly sha256: string
  /** Undefined for what is no digest. */
  readonly digest: AuditDigest | undefined
}

function verifyLinks(digests: readonly ReadDigest[]) {
  const named = new Map<string, string>()
  const broken: string[] = []
  let previous: ReadDigest | undefined
  for (const read of digests) {
    if (!isLinked(read, previous)) broken.push(read.key)
    for (const { key, sha256 } of read.digest?.batches ?? []) named.set(key, sha256)
    previous = read
  }
  return { named, broken }
}

function isLinked({ digest }: ReadDigest, previous: ReadDigest | undefined): boolean {
  if (!digest) return false
  if (!previous) return digest.number === 1 && digest.previous === null
  const { key, sha256 } = digest.previous ?? {}
  return digest.number === (previous.digest?.number ?? 0) + 1 && key === previous.key && sha256 === previous.sha256
}

/** S3 lists the newest version first. */
const findFirstVersion = (versions: readonly StoredVersion[] = []): string | undefined =>
  versions.findLast(({ versionId }) => versionId !== undefined)?.versionId

function groupVersions(versions: readonly StoredVersion[]): Objects {
  const groups = new Map<string, StoredVersion[]>()
  for (const version of versions) {
    const group = groups.get(version.key)
    if (group) group.push(version)
    else groups.set(version.key, [version])
  }
  return new Map([...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

async function readDigests(objects: Objects, vault: Vault): Promise<readonly ReadDigest[]> {
  const all = [...objects]
  const digests: ReadDigest[] = []
  for (let at = 0; at < all.length; at += READS_AT_ONCE) {
    const some = all.slice(at, at + READS_AT_ONCE).map(async ([key, versions]) => {
      const first = findFirstVersion(versions)
      const text = first === undefined ? '' : await vault.read(key, first)
      return { key, sha256: computeSha256(text), digest: parseDigest(text) }
    })
    digests.push(...(await Promise.all(some)))
  }
  return digests
}

function parseDigest(text: string): AuditDigest | undefined {
  try {
    const digest = JSON.parse(text) as Partial<AuditDigest>
    return typeof digest.number === 'number' && Array.isArray(digest.batches) ? (digest as AuditDigest) : undefined
  } catch {
    return undefined
  }
}
