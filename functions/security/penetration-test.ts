import { toPracticeDay } from '#contract/calendar-days'
import type { security } from '#contract/security'
import { securityImprovementsItemKey } from '#data/security-improvement-queries'
import { appendAuditEntry } from '#platform/audit'
import { RefusalError } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { isRecentPenetrationTest } from './improvement-checks.ts'
import { readSecurityImprovementProgress } from './improvements.ts'
import type { SecurityServices } from './services.ts'

/** The only way to complete this item: the configuration does not show penetration tests. */
export const recordPenetrationTest: EndpointAction<typeof security.recordPenetrationTest, SecurityServices> = async (
  { actor, body },
  services,
) => {
  const { data, now, newId } = services
  if (body.date > toPracticeDay(now())) {
    throw new RefusalError('invalid-input', { problems: { date: ['La prueba tiene que haberse hecho ya'] } })
  }
  if (!isRecentPenetrationTest(body.date, now())) {
    throw new RefusalError('invalid-input', { problems: { date: ['Hace más de 12 meses: ya no cuenta'] } })
  }
  const testId = newId('pen')
  await data.transact((entities) => ({
    penetrationTest: entities.penetrationTests
      .create({
        ...securityImprovementsItemKey,
        testId,
        ...body,
        recordedAt: now().toISOString(),
        recordedBy: actor.userId,
      })
      .commit(),
    audit: appendAuditEntry(
      entities,
      {
        action: 'PENETRATION_TEST_RECORDED',
        by: actor.userId,
        subjectId: testId,
        details: { date: body.date },
        caller: actor,
      },
      services,
    ),
  }))
  return readSecurityImprovementProgress(actor, services)
}
