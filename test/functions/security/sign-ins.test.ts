import { expect, test } from 'vitest'
import type { AuditAction } from '#contract/audit'
import { security } from '#contract/security'
import { SIGN_IN_STATISTICS_DAYS } from '#contract/security-sign-ins'
import { toUtcMonth } from '#contract/calendar-days'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

async function aWeek() {
  const practice = await createTestPractice()
  const admin = await createAdministrador(practice)
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  let written = 0
  const happened = (action: AuditAction, hoursAgo: number, details?: object) => {
    const createdAt = new Date(practice.now().getTime() - hoursAgo * 3_600_000).toISOString()
    const auditId = `aud_sign-in-${String(++written).padStart(4, '0')}`
    return practice.data.auditEntries
      .create({
        auditId,
        month: toUtcMonth(createdAt),
        createdAt,
        action,
        userId: 'usr_someone',
        subjectId: 'usr_someone',
        ...(details && { details }),
      })
      .go()
  }
  const hours = async () =>
    (await ask(security.signIns, { as: createPasswordSessionClaims(admin, practice) })).body.hours
  return { practice, happened, hours }
}

test('FUN-13 the sign-ins of seven days stand by the hour, with those that failed', async () => {
  const { practice, happened, hours } = await aWeek()
  const before = await hours()
  await happened('SESSION_STARTED', 0)
  await happened('LOGIN_FAILED', 0)
  await happened('MFA_VERIFY_FAILED', 30)
  await happened('LOGIN_RATE_LIMITED', 30, { refusals: 12 })
  await happened('CUSTOMER_CHANGED', 30)
  await happened('LOGIN_FAILED', SIGN_IN_STATISTICS_DAYS * 24 + 1)

  const after = await hours()

  const present = `${practice.now().toISOString().slice(0, 13)}:00:00.000Z`
  expect(after).toHaveLength(SIGN_IN_STATISTICS_DAYS * 24)
  expect(after.at(-1)?.at).toBe(present)
  const differences = after.map(({ succeeded, failed }, index) => [
    succeeded - (before[index]?.succeeded ?? 0),
    failed - (before[index]?.failed ?? 0),
  ])
  expect(differences.at(-1)).toEqual([1, 1])
  expect(differences.at(-31)).toEqual([0, 13])
  expect(differences.flat().reduce((sum, count) => sum + count, 0)).toBe(15)
})

test('they are counted across the turn of a month', async () => {
  const { practice, happened, hours } = await aWeek()
  practice.clock.set('2026-12-02T10:20:00.000Z')
  await happened('LOGIN_FAILED', 72)

  expect((await hours()).at(-73)).toMatchObject({ at: '2026-11-29T10:00:00.000Z', failed: 1 })
})
