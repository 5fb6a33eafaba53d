import { readEnvironment } from '#platform/environment'
import { serveSchedule } from '#platform/serve-event'
import {
  type AuditDigest,
  DIGESTS_PREFIX,
  ENTRIES_PREFIX,
  hoursBefore,
  OVERLAP_HOURS,
  parseAuditBatchKey,
  toAuditDigestKey,
} from './audit-batches.ts'
import { type AuditVault, computeSha256, createAuditVault } from './audit-vault.ts'
import { tableAccess } from './table-access.ts'

export interface AuditDigestServices {
  readonly vault: Pick<AuditVault, 'put' | 'list' | 'read'>
  readonly now: () => Date
}

export const createLambdaServices = (): AuditDigestServices => {
  const { AUDIT_BUCKET } = readEnvironment(['AUDIT_BUCKET'])
  return { vault: createAuditVault(AUDIT_BUCKET), now: () => new Date() }
}

const RECENT_HOURS = 40 * 24

export const createLambdaHandler = (openServices: () => AuditDigestServices) => {
  let services: AuditDigestServices | undefined
  return serveSchedule(
    tableAccess['digest-audit-log'],
    'security/digest-audit-log',
    async (): Promise<{ named: number }> => {
      services ??= openServices()
      const { vault, now } = services
      const at = now()
      const key = toAuditDigestKey(at)
      const digests = await listRecentDigests(vault, at)
      const last = digests.at(-1)
      // This hour has one already, or the machine's clock was set back.
      if (last !== undefined && last >= key) return { named: 0 }
      const before = last === undefined ? undefined : await vault.read(last)
      const previous = before === undefined ? undefined : (JSON.parse(before) as AuditDigest)
      const batches = await listUnnamedBatches(vault, digests, previous)
      const digest: AuditDigest = {
        number: (previous?.number ?? 0) + 1,
        createdAt: at.toISOString(),
        previous: last !== undefined && before !== undefined ? { key: last, sha256: computeSha256(before) } : null,
        batches,
      }
      await vault.put(key, JSON.stringify(digest))
      return { named: batches.length }
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)

async function listRecentDigests(vault: AuditDigestServices['vault'], at: Date): Promise<readonly string[]> {
  const recent = await vault.list(DIGESTS_PREFIX, `${DIGESTS_PREFIX}${hoursBefore(at, RECENT_HOURS)}`)
  return recent.length > 0 ? recent : vault.list(DIGESTS_PREFIX)
}

async function listUnnamedBatches(
  vault: AuditDigestServices['vault'],
  digests: readonly string[],
  previous: AuditDigest | undefined,
): Promise<AuditDigest['batches']> {
  if (!previous) return toBatches(await vault.list(ENTRIES_PREFIX))
  const since = new Date(previous.createdAt)
  const first = `${ENTRIES_PREFIX}${hoursBefore(since, OVERLAP_HOURS)}`
  // Batches after `first` can only be named by a digest of their hour or later.
  const naming = digests.filter((key) => key >= `${DIGESTS_PREFIX}${hoursBefore(since, OVERLAP_HOURS)}`)
  const read = await Promise.all(naming.map(async (key) => JSON.parse(await vault.read(key)) as AuditDigest))
  const named = new Set(read.flatMap(({ batches }) => batches.map(({ key }) => key)))
  return toBatches((await vault.list(ENTRIES_PREFIX, first)).filter((key) => !named.has(key)))
}

const toBatches = (keys: readonly string[]): AuditDigest['batches'] =>
  keys.flatMap((key) => {
    const batch = parseAuditBatchKey(key)
    return batch ? [{ key, sha256: batch.sha256 }] : []
  })
