import { describe, expect, test } from 'vitest'
import { withdrawals } from '#contract/withdrawals'
import { createLambdaHandler as serveWithdrawals } from '../../../functions/withdrawals/handler.ts'
import { createEndpointCaller, TEST_CALLER_ADDRESS } from '../../support/endpoint-caller.ts'
import { countItemsByEntity } from '../../support/scan-whole-table.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

const declaration = {
  withdrawalId: 'wdr_2b0c3c1e-9d52-4a3e-8d52-6f1b0c7e1a01',
  name: 'Marta Ruiz Peña',
  email: 'marta@correo.test',
  contract: '2026-ABC',
  comment: 'He cambiado de idea.',
}
const other = (n: number) => ({ ...declaration, withdrawalId: `wdr_0000000${n}` })
const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}, 130.176.1.1` })

describe('a declaration of withdrawal', () => {
  test('is recorded with its line in the audit log, its acknowledgement in the outbox and word to the practice', async () => {
    const { practice, ask } = await aSetup()

    const answer = await ask(withdrawals.request, { body: { ...declaration, email: ' Marta@Correo.TEST ' } })

    const requestedAt = '2026-11-21T09:00:00.000Z'
    const { withdrawalId } = declaration
    expect(answer).toEqual({ status: 200, body: { withdrawalId, requestedAt, mailed: true } })
    const { data: kept } = await practice.data.withdrawals.get({ withdrawalId }).go()
    expect(kept).toMatchObject({ ...declaration, requestedAt })
    expect(await listAuditChanges(practice)).toMatchObject([
      {
        action: 'WITHDRAWAL_REQUESTED',
        userId: 'visitor',
        subjectId: withdrawalId,
        address: TEST_CALLER_ADDRESS,
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
    const { data: mails } = await practice.data.mails.query.due({ status: 'queued' }).go()
    expect(mails).toHaveLength(2)
    expect(mails).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          to: 'marta@correo.test',
          content: { kind: 'withdrawal-requested', withdrawalId, requestedAt },
        }),
        expect.objectContaining({ to: 'consulta@habitat.test', nextAttemptAt: '2026-11-22T06:00:00.000Z' }),
      ]),
    )
  })

  test('needs a name and an address, and nothing else', async () => {
    const { practice, ask } = await aSetup()
    const { withdrawalId, name, email } = declaration

    const answer = await ask(withdrawals.request, { body: { withdrawalId, name, email, contract: '  ', comment: '' } })

    const { data: kept } = await practice.data.withdrawals.get({ withdrawalId }).go()
    expect(answer.status).toBe(200)
    expect(kept).not.toHaveProperty('contract')
    expect(kept).not.toHaveProperty('comment')
  })

  test('is answered alike whether or not its author ever bought anything', async () => {
    const { practice, ask } = await aSetup()
    const { email } = await createCliente(practice)

    const known = await ask(withdrawals.request, { body: { ...other(1), email } })
    const unknown = await ask(withdrawals.request, { body: other(2) })

    const { withdrawalId: _, ...toKnown } = known.body
    expect(unknown).toMatchObject({ status: known.status, body: toKnown })
  })

  test.each([
    ['name', { name: 'M' }],
    ['email', { email: 'marta' }],
    ['contract', { contract: 'x'.repeat(121) }],
    ['comment', { comment: 'x'.repeat(1001) }],
    ['withdrawalId', { withdrawalId: 'wdr_UPPER-CASE' }],
  ])('with a wrong %s is refused, and the field is named', async (field, wrong) => {
    const { practice, ask } = await aSetup()

    const answer = await ask(withdrawals.request, { body: { ...declaration, ...wrong } })

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', problems: { [field]: expect.anything() } },
    })
    expect(await countItemsByEntity(practice)).toEqual({})
  })
})

describe('a declaration that comes twice', () => {
  test('is one withdrawal, one line and one mail to each, and is answered with its first instant', async () => {
    const { practice, ask } = await aSetup()
    const first = await ask(withdrawals.request, { body: declaration })
    practice.clock.advance({ minutes: 5 })

    const second = await ask(withdrawals.request, { body: declaration })

    expect(second).toEqual(first)
    expect(await countItemsByEntity(practice)).toMatchObject({ withdrawal: 1, mail: 2, auditEntry: 1 })
  })

  test('does not use up the acknowledgements of its address', async () => {
    const { ask } = await aSetup()
    for (let n = 0; n < 6; n++) await ask(withdrawals.request, { body: declaration })

    const { body } = await ask(withdrawals.request, { body: other(1) })

    expect(body.mailed).toBe(true)
  })

  test('at the same moment is one withdrawal', async () => {
    const { practice, ask } = await aSetup()

    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(withdrawals.request, { body: declaration })))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await countItemsByEntity(practice)).toMatchObject({ withdrawal: 1, mail: 2, auditEntry: 1 })
  })

  test('under the id of another one is refused, and the first stands', async () => {
    const { practice, ask } = await aSetup()
    await ask(withdrawals.request, { body: declaration })

    const answer = await ask(withdrawals.request, { body: { ...declaration, email: 'otra@correo.test' } })

    const { data: kept } = await practice.data.withdrawals.get({ withdrawalId: declaration.withdrawalId }).go()
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(kept?.email).toBe(declaration.email)
  })
})

describe('limits', () => {
  test('whoever declares more than ten an hour waits, and nobody else does', async () => {
    const { ask } = await aSetup()
    for (let n = 0; n < 10; n++) await ask(withdrawals.request, { body: other(n) })

    const answer = await ask(withdrawals.request, { body: other(10) })
    const elsewhere = await ask(withdrawals.request, { body: other(11), headers: from(1) })

    expect(answer).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
    expect(elsewhere.status).toBe(200)
  })

  test('an address gets five acknowledgements a day; later declarations count, reach the practice and say that no mail comes', async () => {
    const { practice, ask } = await aSetup()
    for (let n = 0; n < 5; n++) await ask(withdrawals.request, { body: other(n), headers: from(n) })

    const sixth = await ask(withdrawals.request, { body: other(5), headers: from(5) })
    const again = await ask(withdrawals.request, { body: other(5), headers: from(5) })
    const firstAgain = await ask(withdrawals.request, { body: other(0), headers: from(0) })

    expect([sixth.body.mailed, again.body.mailed, firstAgain.body.mailed]).toEqual([false, false, true])
    expect(await countItemsByEntity(practice)).toMatchObject({ withdrawal: 6, mail: 1 + 5, auditEntry: 6 })
  })
})

describe('the mails', () => {
  const written = /Marta|Ruiz|Peña|2026-ABC|cambiado de idea/

  test('acknowledge the declaration with its instant and reference, and repeat no word of whoever typed it', async () => {
    const { ask, post } = await aSetup()
    await ask(withdrawals.request, { body: declaration })

    const [mail] = await post()

    expect(mail).toMatchObject({
      subject: 'Hemos recibido tu desistimiento | Hábitat Interior',
      to: [{ address: declaration.email }],
    })
    for (const words of [
      'sábado, 21 de noviembre de 2026, 10:00:00',
      declaration.withdrawalId,
      'desistes de tu contrato',
    ])
      expect(mail?.text).toContain(words)
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(written)
  })

  test('tell the practice once in the morning of all that came, and until when the money has to be back', async () => {
    const { practice, ask, post } = await aSetup()
    for (const n of [1, 2, 3]) await ask(withdrawals.request, { body: other(n), headers: from(n) })
    const before = await post()
    practice.clock.set('2026-11-22T06:00:00.000Z')
    await ask(withdrawals.request, { body: other(4), headers: from(4) })

    const toPractice = (await post()).filter(({ to }) => to?.[0]?.address === 'consulta@habitat.test')

    expect(before.map(({ to }) => to?.[0]?.address)).toEqual([1, 2, 3].map(() => declaration.email))
    expect(toPractice).toMatchObject([{ subject: '3 desistimientos recibidos: hay que responder | Hábitat Interior' }])
    const text = toPractice[0]?.text ?? ''
    for (const n of [1, 2, 3]) expect(text).toContain(other(n).withdrawalId)
    expect(text).toContain('como muy tarde el sábado, 5 de diciembre de 2026')
    expect(text).not.toContain(other(4).withdrawalId)
    expect(text).not.toMatch(written)
  })

  test.each([
    ['in spring', '2027-03-20T22:30:00.000Z', '2027-03-21T06:00:00.000Z', 'sábado, 3 de abril de 2027'],
    ['in autumn', '2026-10-19T22:30:00.000Z', '2026-10-20T06:00:00.000Z', 'martes, 3 de noviembre de 2026'],
  ])('count the days of the refund by the calendar where the clocks are changed %s', async (_, at, morning, last) => {
    const { practice, ask, post } = await aSetup()
    practice.clock.set(at)
    await ask(withdrawals.request, { body: declaration })
    practice.clock.set(morning)

    const toPractice = (await post()).filter(({ to }) => to?.[0]?.address === 'consulta@habitat.test')

    expect(toPractice[0]?.text).toContain(`como muy tarde el ${last}`)
  })

  test('tell the practice the next morning of what came minutes before the digest of the day', async () => {
    const { practice, ask, post } = await aSetup()
    practice.clock.set('2026-11-22T05:57:00.000Z')
    await ask(withdrawals.request, { body: declaration })
    practice.clock.set('2026-11-22T06:00:00.000Z')
    const today = await post()
    practice.clock.set('2026-11-23T06:00:00.000Z')

    const tomorrow = await post()

    expect([today.length, tomorrow.length]).toEqual([1, 2])
    expect(tomorrow[1]?.text).toContain(declaration.withdrawalId)
  })

  test('tell it of each, also when the first two of the day come at the same moment', async () => {
    const { practice, ask, post } = await aSetup()

    const answers = await Promise.all(
      [1, 2, 3].map((n) => ask(withdrawals.request, { body: other(n), headers: from(n) })),
    )

    practice.clock.advance({ days: 1 })
    const digests = (await post()).filter(({ to }) => to?.[0]?.address === 'consulta@habitat.test')
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(digests).toHaveLength(1)
    for (const n of [1, 2, 3]) expect(digests[0]?.text).toContain(other(n).withdrawalId)
  })
})

describe('the list of withdrawals', () => {
  test('shows an administrador all of them, newest first, a page at a time', async () => {
    const { practice, ask } = await aSetup()
    for (const n of [1, 2, 3]) {
      await ask(withdrawals.request, { body: { ...other(n), contract: '' } })
      practice.clock.advance({ minutes: 1 })
    }
    const as = createPasswordSessionClaims(await createAdministrador(practice), practice)

    const { body: first } = await ask(withdrawals.list, { as, query: { limit: 2 } })
    const { body: rest } = await ask(withdrawals.list, { as, query: { limit: 2, cursor: first.next ?? '' } })

    expect([...first.items, ...rest.items].map(({ withdrawalId }) => withdrawalId)).toEqual([
      'wdr_00000003',
      'wdr_00000002',
      'wdr_00000001',
    ])
    expect(rest).toMatchObject({
      next: null,
      items: [{ name: declaration.name, email: declaration.email, contract: null, comment: declaration.comment }],
    })
  })

  test('is not for a cliente', async () => {
    const { practice, ask } = await aSetup()

    const answer = await ask(withdrawals.list, {
      as: createPasswordSessionClaims(await createCliente(practice), practice),
    })

    expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })
})

async function aSetup() {
  const practice = await createTestPractice()
  const { post } = createOutboxReader(practice)
  return { practice, post, ask: createEndpointCaller(serveWithdrawals(() => practice)) }
}
