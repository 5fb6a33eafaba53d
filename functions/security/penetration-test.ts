import { dayOf } from '#contract/days'
import type { security } from '#contract/security'
import { improvementsKey } from '#data/security-improvement-queries'
import { appendAudit } from '#platform/audit'
import { Refusal } from '#platform/refusal'
import type { Action } from '#platform/serve'
import { isRecentTest } from './checks.ts'
import { progressOf } from './improvements.ts'
import type { SecurityServices } from './services.ts'

/** The only way to complete this item: a penetration test cannot be seen in the configuration. */
export const recordPenetrationTest: Action<typeof security.recordPenetrationTest, SecurityServices> = async (
  { actor, body },
  services,
) => {
  const { data, now, newId } = services
  if (body.date > dayOf(now())) {
    throw new Refusal('invalid-input', { problems: { date: ['La prueba tiene que haberse hecho ya'] } })
  }
  if (!isRecentTest(body.date, now())) {
    throw new Refusal('invalid-input', { problems: { date: ['Hace más de 12 meses: ya no cuenta'] } })
  }
  const testId = newId('pen')
  await data.transact((entities) => ({
    penetrationTest: entities.penetrationTests
      .create({
        ...improvementsKey,
        testId,
        ...body,
        recordedAt: now().toISOString(),
        recordedBy: actor.userId,
      })
      .commit(),
    audit: appendAudit(
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
  return progressOf(actor, services)
}
