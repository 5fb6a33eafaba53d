import { describe, expect, test } from 'vitest'
import { withdrawals } from '#contract/withdrawals'
import { withServices as serveMail } from '../../../functions/mail/retry-unsent.handler.ts'
import { withServices as serveWithdrawals } from '../../../functions/withdrawals/handler.ts'
import { asking, VIEWER } from '../../support/asking.ts'
import { countsIn } from '../../support/everything.ts'
import { aCliente, anAdministrador, aPasswordSession } from '../../support/people.ts'
import { aPostOffice, readAll } from '../../support/post-office.ts'
import { aPractice, auditOf } from '../../support/practice.ts'

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
    const { practice, ask } = await aDesk()

    const answer = await ask(withdrawals.request, { body: { ...declaration, email: ' Marta@Correo.TEST ' } })

    const requestedAt = '2026-11-21T09:00:00.000Z'
    const { withdrawalId } = declaration
    expect(answer).toEqual({ status: 200, body: { withdrawalId, requestedAt, mailed: true } })
    const { data: kept } = await practice.data.withdrawals.get({ withdrawalId }).go()
    expect(kept).toMatchObject({ ...declaration, requestedAt })
    expect(await auditOf(practice)).toMatchObject([
      {
        action: 'WITHDRAWAL_REQUESTED',
        userId: 'visitor',
        subjectId: withdrawalId,
        address: VIEWER,
        userAgent: 'Mozilla/5.0 (test)',
      },
    ])
    const { data: mails } = await practice.data.mails.query.due({ status: 'queued' }).go()
    const statement = { ...declaration, requestedAt }
    expect(mails).toHaveLength(2)
    expect(mails).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          to: 'marta@correo.test',
          content: { kind: 'withdrawal-requested', ...statement },
        }),
        expect.objectContaining({
          to: 'consulta@habitat.test',
          content: { kind: 'withdrawal-received', ...statement },
        }),
      ]),
    )
  })

  test('needs a name and an address, and nothing else', async () => {
    const { practice, ask } = await aDesk()
    const { withdrawalId, name, email } = declaration

    const answer = await ask(withdrawals.request, { body: { withdrawalId, name, email, contract: '  ', comment: '' } })

    const { data: kept } = await practice.data.withdrawals.get({ withdrawalId }).go()
    expect(answer.status).toBe(200)
    expect(kept).not.toHaveProperty('contract')
    expect(kept).not.toHaveProperty('comment')
  })

  test('is answered alike whether or not its author ever bought anything', async () => {
    const { practice, ask } = await aDesk()
    const { email } = await aCliente(practice)

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
    const { practice, ask } = await aDesk()

    const answer = await ask(withdrawals.request, { body: { ...declaration, ...wrong } })

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid-input', problems: { [field]: expect.anything() } },
    })
    expect(await countsIn(practice)).toEqual({})
  })
})

describe('a declaration that comes twice', () => {
  test('is one withdrawal, one line and one mail to each, and is answered with its first instant', async () => {
    const { practice, ask } = await aDesk()
    const first = await ask(withdrawals.request, { body: declaration })
    practice.clock.advance({ minutes: 5 })

    const second = await ask(withdrawals.request, { body: declaration })

    expect(second).toEqual(first)
    expect(await countsIn(practice)).toMatchObject({ withdrawal: 1, mail: 2, auditEntry: 1 })
  })

  test('does not use up the acknowledgements of its address', async () => {
    const { ask } = await aDesk()
    for (let n = 0; n < 6; n++) await ask(withdrawals.request, { body: declaration })

    const { body } = await ask(withdrawals.request, { body: other(1) })

    expect(body.mailed).toBe(true)
  })

  test('at the same moment is one withdrawal', async () => {
    const { practice, ask } = await aDesk()

    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(withdrawals.request, { body: declaration })))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await countsIn(practice)).toMatchObject({ withdrawal: 1, mail: 2, auditEntry: 1 })
  })

  test('under the id of another one is refused, and the first stands', async () => {
    const { practice, ask } = await aDesk()
    await ask(withdrawals.request, { body: declaration })

    const answer = await ask(withdrawals.request, { body: { ...declaration, email: 'otra@correo.test' } })

    const { data: kept } = await practice.data.withdrawals.get({ withdrawalId: declaration.withdrawalId }).go()
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(kept?.email).toBe(declaration.email)
  })
})

describe('limits', () => {
  test('whoever declares more than ten an hour waits, and nobody else does', async () => {
    const { ask } = await aDesk()
    for (let n = 0; n < 10; n++) await ask(withdrawals.request, { body: other(n) })

    const answer = await ask(withdrawals.request, { body: other(10) })
    const elsewhere = await ask(withdrawals.request, { body: other(11), headers: from(1) })

    expect(answer).toEqual({ status: 429, body: { code: 'too-many-attempts' } })
    expect(elsewhere.status).toBe(200)
  })

  test('an address gets five acknowledgements a day; later declarations count, reach the practice and say that no mail comes', async () => {
    const { practice, ask } = await aDesk()
    for (let n = 0; n < 5; n++) await ask(withdrawals.request, { body: other(n), headers: from(n) })

    const sixth = await ask(withdrawals.request, { body: other(5), headers: from(5) })
    const again = await ask(withdrawals.request, { body: other(5), headers: from(5) })
    const firstAgain = await ask(withdrawals.request, { body: other(0), headers: from(0) })

    expect([sixth.body.mailed, again.body.mailed, firstAgain.body.mailed]).toEqual([false, false, true])
    expect(await countsIn(practice)).toMatchObject({ withdrawal: 6, mail: 6 + 5, auditEntry: 6 })
  })
})

describe('the mails', () => {
  const said = [
    'sábado, 21 de noviembre de 2026, 10:00:00',
    'Marta Ruiz Peña',
    'marta@correo.test',
    '2026-ABC',
    'He cambiado de idea.',
    declaration.withdrawalId,
  ]

  test('acknowledge what was declared, with the date and the time at which it came', async () => {
    const mail = await sent('withdrawal-requested', declaration.email)

    expect(mail).toMatchObject({
      subject: 'Hemos recibido tu desistimiento | Hábitat Interior',
      to: [{ address: declaration.email }],
    })
    for (const words of [...said, 'desisto de mi contrato']) expect(mail?.text).toContain(words)
  })

  test('tell the practice who has withdrawn, and until when the money has to be back', async () => {
    const mail = await sent('withdrawal-received', 'consulta@habitat.test')

    expect(mail).toMatchObject({
      subject: 'Desistimiento recibido: hay que responder | Hábitat Interior',
      to: [{ address: 'consulta@habitat.test' }],
    })
    for (const words of [...said, 'como muy tarde el sábado, 5 de diciembre de 2026']) {
      expect(mail?.text).toContain(words)
    }
  })
})

describe('the list of withdrawals', () => {
  test('shows an administrador all of them, newest first, a page at a time', async () => {
    const { practice, ask } = await aDesk()
    for (const n of [1, 2, 3]) {
      await ask(withdrawals.request, { body: { ...other(n), contract: '' } })
      practice.clock.advance({ minutes: 1 })
    }
    const as = aPasswordSession(await anAdministrador(practice), practice)

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
    const { practice, ask } = await aDesk()

    const answer = await ask(withdrawals.list, { as: aPasswordSession(await aCliente(practice), practice) })

    expect(answer).toEqual({ status: 403, body: { code: 'not-allowed' } })
  })
})

async function aDesk() {
  const practice = await aPractice()
  return { practice, ask: asking(serveWithdrawals(() => practice)) }
}

async function sent(kind: 'withdrawal-requested' | 'withdrawal-received', to: string) {
  const office = await aPostOffice()
  await office.data.mails
    .create({
      mailId: 'mai_00000001',
      to,
      content: { kind, ...declaration, requestedAt: '2026-11-21T09:00:00.000Z' },
      status: 'queued',
      attempts: 0,
      nextAttemptAt: office.now().toISOString(),
      createdAt: office.now().toISOString(),
    })
    .go()
  await serveMail(() => office)()
  const [mail] = await readAll(office)
  return mail
}
