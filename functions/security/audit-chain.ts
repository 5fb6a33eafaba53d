import {
  type AuditBatch,
  type AuditDigest,
  DIGESTS_PREFIX,
  ENTRIES_PREFIX,
  hoursBefore,
  OVERLAP_HOURS,
  parseAuditBatchKey,
  parseDigestHour,
  toHour,
} from './audit-batches.ts'
import { type AuditVault, computeSha256, findFirstVersion, type StoredObject } from './audit-vault.ts'

type Vault = Pick<AuditVault, 'read' | 'listObjects'>

const READS_AT_ONCE = 25

const DIGESTS_AT_ONCE = 100

const DIGESTS_BESIDE = 50

export interface VerifiedDigest {
  readonly key: string
  readonly sha256: string
  readonly number: number
}

export interface ChainPosition {
  readonly previous: VerifiedDigest | null
  readonly namedUntil: string
}

export const CHAIN_BEGINNING: ChainPosition = { previous: null, namedUntil: '' }

export interface ChainPage {
  readonly broken: readonly string[]
  readonly batches: readonly AuditBatch[]
  readonly position: ChainPosition
  readonly cursor: string | null
}

/**
 * Verifies the next digests: each contains the previous one's hash and names existing batches. A batch may be named by
 * the digests from its own hour up to the first that is `OVERLAP_HOURS` later.
 */
export async function verifyDigests(cursor: string | null, position: ChainPosition, vault: Vault): Promise<ChainPage> {
  const { next, earlier } = await readNextDigests(cursor, position, vault)
  const last = next.at(-1)
  if (!last) return { broken: [], batches: [], position, cursor: null }
  const links = verifyLinks(next, position.previous)
  const hour = next.flatMap(({ key }) => parseDigestHour(key) ?? []).at(-1)
  const named = nameBatches([...earlier, ...next])
  const namedNow = nameBatches(next)
  const until = hour ? hoursBefore(hour, OVERLAP_HOURS) : position.namedUntil
  const copied = hour ? await listHours(position.namedUntil, toHour(hour), vault) : []
  const there = new Set(copied.map(({ key }) => key))
  const absent: string[] = []
  for (const [key, sha256] of namedNow) {
    const isThere = there.has(key) || (await isStored(key, vault))
    if (!isThere || parseAuditBatchKey(key)?.sha256 !== sha256) absent.push(key)
  }
  const due = copied.filter(({ key }) => key < `${ENTRIES_PREFIX}${until}`)
  return {
    broken: [...links.broken, ...absent, ...listRewritten(next), ...listRewritten(due), ...listUnnamed(due, named)],
    batches: listBatches(due),
    position: { previous: links.previous, namedUntil: until },
    cursor: last.key,
  }
}

/**
 * Verifies batches after the last digest.
 * @param namedSince hour; later batches need not be named yet
 */
export async function verifyNewestBatches(
  cursor: string | null,
  position: ChainPosition,
  { namedSince, vault }: { readonly namedSince: string; readonly vault: Vault },
): Promise<ChainPage> {
  const digests = await vault.listObjects(DIGESTS_PREFIX, `${DIGESTS_PREFIX}${position.namedUntil}`, DIGESTS_BESIDE)
  const named = nameBatches(await readDigests(digests.objects, vault))
  const { objects, next } = await vault.listObjects(ENTRIES_PREFIX, cursor ?? `${ENTRIES_PREFIX}${position.namedUntil}`)
  const due = objects.filter(({ key }) => key < `${ENTRIES_PREFIX}${namedSince}`)
  return {
    broken: [...listRewritten(objects), ...listUnnamed(due, named)],
    batches: listBatches(objects),
    position,
    cursor: next,
  }
}

interface ReadDigest extends StoredObject {
  readonly sha256: string
  readonly digest: AuditDigest | undefined
}

async function readNextDigests(cursor: string | null, { namedUntil }: ChainPosition, vault: Vault) {
  const start = cursor === null ? '' : `${DIGESTS_PREFIX}${namedUntil}`
  const { objects } = await vault.listObjects(DIGESTS_PREFIX, start, DIGESTS_AT_ONCE + DIGESTS_BESIDE)
  const isEarlier = ({ key }: StoredObject) => cursor !== null && key <= cursor
  return {
    earlier: await readDigests(objects.filter(isEarlier), vault),
    next: await readDigests(objects.filter((object) => !isEarlier(object)).slice(0, DIGESTS_AT_ONCE), vault),
  }
}

async function readDigests(objects: readonly StoredObject[], vault: Vault): Promise<readonly ReadDigest[]> {
  const digests: ReadDigest[] = []
  for (let at = 0; at < objects.length; at += READS_AT_ONCE) {
    const some = objects.slice(at, at + READS_AT_ONCE).map(async (object) => {
      const first = findFirstVersion(object.versions)
      const text = first === undefined ? '' : await vault.read(object.key, first)
      return { ...object, sha256: computeSha256(text), digest: parseDigest(text) }
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

function verifyLinks(digests: readonly ReadDigest[], before: VerifiedDigest | null) {
  const broken: string[] = []
  let previous = before
  for (const read of digests) {
    if (!isLinked(read, previous)) broken.push(read.key)
    previous = { key: read.key, sha256: read.sha256, number: read.digest?.number ?? 0 }
  }
  return { broken, previous }
}

function isLinked({ digest }: ReadDigest, previous: VerifiedDigest | null): boolean {
  if (!digest) return false
  if (!previous) return digest.number === 1 && digest.previous === null
  const { key, sha256 } = digest.previous ?? {}
  return digest.number === previous.number + 1 && key === previous.key && sha256 === previous.sha256
}

const nameBatches = (digests: readonly ReadDigest[]): ReadonlyMap<string, string> =>
  new Map(digests.flatMap(({ digest }) => (digest?.batches ?? []).map(({ key, sha256 }) => [key, sha256] as const)))

/** Both hours are inclusive. */
async function listHours(from: string, until: string, vault: Vault): Promise<readonly StoredObject[]> {
  const end = `${ENTRIES_PREFIX}${until}~`
  const found: StoredObject[] = []
  let after: string | null = `${ENTRIES_PREFIX}${from}`
  while (after !== null && after < end) {
    const page = await vault.listObjects(ENTRIES_PREFIX, after)
    found.push(...page.objects.filter(({ key }) => key < end))
    after = page.next
  }
  return found
}

async function isStored(key: string, vault: Vault): Promise<boolean> {
  const { objects } = await vault.listObjects(key, '', 2)
  return objects.some((object) => object.key === key)
}

const listRewritten = (objects: readonly StoredObject[]): readonly string[] =>
  objects.filter(({ versions }) => versions.length > 1).map(({ key }) => key)

const listUnnamed = (objects: readonly StoredObject[], named: ReadonlyMap<string, string>): readonly string[] =>
  objects.map(({ key }) => key).filter((key) => parseAuditBatchKey(key) && !named.has(key))

const listBatches = (objects: readonly StoredObject[]): readonly AuditBatch[] =>
  objects.flatMap(({ key, versions }) =>
    findFirstVersion(versions) === undefined ? [] : (parseAuditBatchKey(key) ?? []),
  )
