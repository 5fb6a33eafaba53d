import {
  type SecurityImprovementId,
  securityImprovementIds,
  type SecurityImprovement,
  type SecurityImprovementProgress,
} from '#contract/security-improvements'
import type { security } from '#contract/security'
import { securityImprovementsItemKey, readImprovementCompletionDates } from '#data/security-improvement-queries'
import type { Actor } from '#platform/actor'
import { appendAuditEntry } from '#platform/audit'
import type { EndpointAction } from '#platform/serve'
import { formatErrorForLog } from '#platform/format-error-for-log'
import { log } from '#platform/log'
import { securityImprovementChecks } from './improvement-checks.ts'
import type { SecurityImprovementFinding } from './improvement-facts.ts'
import { securityImprovementTexts } from './public/improvement-texts.ts'
import type { SecurityServices } from './services.ts'

export const readSecurityImprovements: EndpointAction<typeof security.improvements, SecurityServices> = (
  { actor },
  services,
) => readSecurityImprovementProgress(actor, services)

export async function readSecurityImprovementProgress(
  actor: Actor,
  services: SecurityServices,
): Promise<SecurityImprovementProgress> {
  const readAt = services.wallClock().toISOString()
  const found = await Promise.all(
    securityImprovementIds.map(async (id) => ({ id, finding: await runCheck(id, actor, services) })),
  )
  const since = await noteChanges(found, actor, services)
  const items = found.map(({ id, finding }) => toImprovement(id, finding, { readAt, since: since[id] }))
  const completed = items.filter(({ status }) => status === 'completed').length
  return { items, completed, total: items.length, percent: Math.round((100 * completed) / items.length) }
}

interface CheckedImprovement {
  readonly id: SecurityImprovementId
  readonly finding: SecurityImprovementFinding | undefined
}

async function runCheck(
  id: SecurityImprovementId,
  actor: Actor,
  services: SecurityServices,
): Promise<SecurityImprovementFinding | undefined> {
  try {
    return await securityImprovementChecks[id](services, actor)
  } catch (error) {
    log.warn('an improvement cannot be checked', { improvement: id, unread: formatErrorForLog(error) })
    return undefined
  }
}

const holds = (finding: SecurityImprovementFinding | undefined): boolean =>
  finding?.facts.every((fact) => fact.holds) ?? false

/** Unreadable ones count as unchanged. Of two simultaneous readers one writes. */
async function noteChanges(
  found: readonly CheckedImprovement[],
  actor: Actor,
  services: SecurityServices,
): Promise<Readonly<Partial<Record<SecurityImprovementId, string>>>> {
  const { data, now } = services
  const { completedSince: before, version } = await readImprovementCompletionDates(data)
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
        ? entities.securityImprovements.create({ ...securityImprovementsItemKey, completedSince, version: 1 }).commit()
        : entities.securityImprovements
            .patch(securityImprovementsItemKey)
            .set({ completedSince, version: version + 1 })
            .where((stored, { eq }) => eq(stored.version, version))
            .commit(),
    audit: appendAuditEntry(
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
  return written ? completedSince : (await readImprovementCompletionDates(data)).completedSince
}

function toImprovement(
  id: SecurityImprovementId,
  finding: SecurityImprovementFinding | undefined,
  { readAt, since }: { readonly readAt: string; readonly since: string | undefined },
): SecurityImprovement {
  const status = statusOf(finding)
  const { reading = 'No se ha podido leer', facts = [], evidence = null } = finding ?? {}
  return {
    id,
    ...securityImprovementTexts[id],
    status,
    ...(status === 'completed' && since && { implementedDate: since }),
    reading,
    facts,
    readAt,
    evidence,
  }
}

function statusOf(finding: SecurityImprovementFinding | undefined): SecurityImprovement['status'] {
  if (holds(finding)) return 'completed'
  return finding?.begun ? 'in-progress' : 'pending'
}
