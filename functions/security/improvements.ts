import {
  type ImprovementId,
  improvementIds,
  type SecurityImprovement,
  type SecurityProgress,
} from '#contract/security-improvements'
import type { security } from '#contract/security'
import { improvementsKey, improvementsReadLast } from '#data/security-improvement-queries'
import type { Actor } from '#platform/actor'
import { appendAudit } from '#platform/audit'
import type { Action } from '#platform/serve'
import { stackOf } from '#platform/stack-of'
import { checks } from './checks.ts'
import type { Finding } from './facts.ts'
import { improvementTexts } from './improvement-texts.ts'
import type { SecurityServices } from './services.ts'

export const readImprovements: Action<typeof security.improvements, SecurityServices> = ({ actor }, services) =>
  progressOf(actor, services)

/** Runs all checks at once. One that fails is not completed and does not stop the others. */
export async function progressOf(actor: Actor, services: SecurityServices): Promise<SecurityProgress> {
  const readAt = services.wallClock().toISOString()
  const found = await Promise.all(
    improvementIds.map(async (id) => ({ id, finding: await runCheck(id, actor, services) })),
  )
  const since = await noteChanges(found, actor, services)
  const items = found.map(({ id, finding }) => toImprovement(id, finding, { readAt, since: since[id] }))
  const completed = items.filter(({ status }) => status === 'completed').length
  return { items, completed, total: items.length, percent: Math.round((100 * completed) / items.length) }
}

interface CheckedImprovement {
  readonly id: ImprovementId
  readonly finding: Finding | undefined
}

async function runCheck(id: ImprovementId, actor: Actor, services: SecurityServices): Promise<Finding | undefined> {
  try {
    return await checks[id](services, actor)
  } catch (error) {
    // oxlint-disable-next-line no-console -- stdout is the log stream
    console.warn({ improvement: id, unread: stackOf(error) })
    return undefined
  }
}

const holds = (finding: Finding | undefined): boolean => finding?.facts.every((fact) => fact.holds) ?? false

/**
 * Stores improvements that newly hold or no longer hold, with audit entries. Unreadable ones count as unchanged. Of two
 * simultaneous readers one writes.
 */
async function noteChanges(
  found: readonly CheckedImprovement[],
  actor: Actor,
  services: SecurityServices,
): Promise<Readonly<Partial<Record<ImprovementId, string>>>> {
  const { data, now } = services
  const { completedSince: before, version } = await improvementsReadLast(data)
  const read = found.filter(({ finding }) => finding !== undefined)
  const completed = read.filter(({ id, finding }) => holds(finding) && !before[id]).map(({ id }) => id)
  const lost = read.filter(({ id, finding }) => !holds(finding) && before[id]).map(({ id }) => id)
  if (completed.length + lost.length === 0) return before
  const at = now().toISOString()
  const kept = Object.entries(before).filter(([id]) => !lost.some((each) => each === id))
  const completedSince = Object.fromEntries([...kept, ...completed.map((id) => [id, at] as const)])
  const { written } = await data.transact((entities) => ({
    improvements:
      version === 0
        ? entities.securityImprovements.create({ ...improvementsKey, completedSince, version: 1 }).commit()
        : entities.securityImprovements
            .patch(improvementsKey)
            .set({ completedSince, version: version + 1 })
            .where((stored, { eq }) => eq(stored.version, version))
            .commit(),
    audit: appendAudit(
      entities,
      {
        action: 'SECURITY_IMPROVEMENTS_CHANGED',
        by: 'system',
        subjectId: 'security-improvements',
        details: { completed, lost },
        caller: actor,
      },
      services,
    ),
  }))
  return written ? completedSince : (await improvementsReadLast(data)).completedSince
}

function toImprovement(
  id: ImprovementId,
  finding: Finding | undefined,
  { readAt, since }: { readonly readAt: string; readonly since: string | undefined },
): SecurityImprovement {
  const status = statusOf(finding)
  const { reading = 'No se ha podido leer', facts = [], evidence = null } = finding ?? {}
  return {
    id,
    ...improvementTexts[id],
    status,
    ...(status === 'completed' && since && { implementedDate: since }),
    reading,
    facts,
    readAt,
    evidence,
  }
}

function statusOf(finding: Finding | undefined): SecurityImprovement['status'] {
  if (holds(finding)) return 'completed'
  return finding?.begun ? 'in-progress' : 'pending'
}
