import type { Database } from '#data/database'
import { toUserId } from '#platform/user'
import { type ExportedUser, MANIFEST, toUserExportFolder, type UserExportManifest } from './exported-user.ts'
import type { PoolUser } from './pool-users.ts'

export interface UserExportServices {
  readonly userPoolId: string
  readonly data: Pick<Database, 'users'>
  readonly now: () => Date
  /** Page by page. */
  readonly listUsers: () => AsyncIterable<readonly PoolUser[]>
  /** Under a key that nothing has yet. */
  readonly put: (key: string, text: string) => Promise<void>
}

/** A part is written when it has this many: some 2 MB. */
const USERS_PER_PART = 3000

/** @returns how many */
export async function exportUsers({ userPoolId, data, now, listUsers, put }: UserExportServices): Promise<number> {
  const exportedAt = now()
  const folder = toUserExportFolder(exportedAt)
  const parts: string[] = []
  let [users, lines]: [number, string[]] = [0, []]
  const flush = async () => {
    const part = `part-${String(parts.length + 1).padStart(4, '0')}.jsonl`
    await put(folder + part, lines.join('\n'))
    parts.push(part)
    lines = []
  }
  for await (const page of listUsers()) {
    const exported = await addTableIds(page, data)
    users += exported.length
    lines.push(...exported.map((user) => JSON.stringify(user)))
    if (lines.length >= USERS_PER_PART) await flush()
  }
  if (lines.length > 0) await flush()
  const manifest: UserExportManifest = { userPoolId, exportedAt: exportedAt.toISOString(), users, parts }
  await put(folder + MANIFEST, JSON.stringify(manifest))
  return users
}

async function addTableIds(
  page: readonly PoolUser[],
  data: UserExportServices['data'],
): Promise<readonly ExportedUser[]> {
  if (page.length === 0) return []
  const { data: stored, unprocessed } = await data.users.get(page.map((user) => ({ userId: toUserId(user) }))).go()
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} users were not read`)
  const byId = new Map(stored.map((user) => [user.userId, user]))
  return page.map((user) => {
    const { userId, customerId, role, status } = byId.get(toUserId(user)) ?? {}
    return { ...user, ...(userId && { userId }), ...(customerId && { customerId }), ...(role && { role, status }) }
  })
}
