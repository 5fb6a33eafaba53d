import { expect, test } from 'vitest'
import { security } from '#contract/security'
import { createLambdaHandler } from '../../../functions/security/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'
import { openRawAuditLog } from '../../support/raw-audit-log.ts'

async function aPracticeWithWrongCodes(counts: readonly [ana: number, carmen: number]) {
  const practice = await createTestPractice()
  const elena = await createAdministrador(practice)
  const people = [
    await createCliente(practice, { firstName: 'Ana', lastName: 'García' }),
    await createCliente(practice, { firstName: 'Carmen', lastName: 'Iglesias' }),
  ]
  const lines = people
    .flatMap(({ userId }, index) => Array.from({ length: counts[index] ?? 0 }, () => userId))
    .map((userId, number) => ({
      auditId: `aud_${String(number).padStart(8, '0')}`,
      month: '2026-11',
      createdAt: new Date(practice.now().getTime() - 7_200_000 + number * 1000).toISOString(),
      action: 'MFA_CONFIRM_FAILED' as const,
      userId,
      subjectId: userId,
    }))
  await openRawAuditLog(practice)
    .put(lines as never)
    .go()
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  return async () => {
    const as = createPasswordSessionClaims(elena, practice)
    const { alerts } = (await ask(security.alerts, { as, query: {} })).body
    return alerts.map(({ message, details }) => [details.person?.name, details.count, message])
  }
}

const codes = 'códigos incorrectos al configurar la verificación en dos pasos'

test('SEC-15 of more than a thousand wrong codes at set-ups in a day the newest are counted, and each alert says that it may be more', async () => {
  const readMessages = await aPracticeWithWrongCodes([900, 201])

  expect(await readMessages()).toEqual([
    ['Carmen Iglesias', 201, `Al menos 201 ${codes}`],
    ['Ana García', 799, `Al menos 799 ${codes}`],
  ])
})

test('SEC-15 a thousand wrong codes at set-ups in a day are all counted', async () => {
  const readMessages = await aPracticeWithWrongCodes([900, 100])

  expect(await readMessages()).toEqual([
    ['Carmen Iglesias', 100, `100 ${codes}`],
    ['Ana García', 900, `900 ${codes}`],
  ])
})
