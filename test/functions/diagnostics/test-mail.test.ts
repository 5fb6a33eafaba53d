import { describe, expect, test } from 'vitest'
import { diagnostics } from '#contract/diagnostics'
import { createLambdaHandler as serveDiagnostics } from '../../../functions/diagnostics/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'

async function aSetup() {
  const practice = await createTestPractice()
  const admin = await createAdministrador(practice)
  const ask = createEndpointCaller(serveDiagnostics(() => practice))
  const as = createPasswordSessionClaims(admin, practice)
  return {
    practice,
    admin,
    ask,
    send: (session = as) => ask(diagnostics.sendTestMail, { as: session }),
    stateOf: (mailId: string, session = as) => ask(diagnostics.testMail, { as: session, params: { mailId } }),
    ...createOutboxReader(practice),
  }
}

describe('A-54 a test mail', () => {
  test('goes to whoever asks for it, through the outbox, and leaves a line in the audit log', async () => {
    const { practice, admin, send, post } = await aSetup()

    const { status, body } = await send()

    expect([status, body]).toEqual([
      201,
      {
        mailId: body.mailId,
        to: admin.email,
        status: 'queued',
        attempts: 0,
        createdAt: '2026-11-21T09:00:00.000Z',
        sentAt: null,
        nextAttemptAt: '2026-11-21T09:00:00.000Z',
      },
    ])
    expect((await post()).map(({ subject, to }) => [subject, to?.map(({ address }) => address)])).toEqual([
      ['Correo de prueba de Hábitat Interior', [admin.email]],
    ])
    expect(await listAuditChanges(practice)).toMatchObject([
      {
        action: 'TEST_MAIL_QUEUED',
        userId: admin.userId,
        subjectId: admin.userId,
        details: { mailId: body.mailId },
      },
    ])
  })

  test('says when it was sent', async () => {
    const { practice, send, stateOf, post } = await aSetup()
    const { mailId } = (await send()).body
    practice.clock.advance({ seconds: 5 })
    await post()

    expect((await stateOf(mailId)).body).toMatchObject({
      status: 'sent',
      attempts: 1,
      sentAt: '2026-11-21T09:00:05.000Z',
      nextAttemptAt: null,
    })
  })

  test('says when it is tried again, and nothing of why it could not be sent', async () => {
    const { send, stateOf, office, post } = await aSetup()
    const { mailId } = (await send()).body
    office.closed = true
    await post()

    const { body } = await stateOf(mailId)

    expect(body).toMatchObject({ status: 'queued', attempts: 1, nextAttemptAt: '2026-11-21T09:01:00.000Z' })
    expect(JSON.stringify(body)).not.toMatch(/mail service|Error/)
  })

  test('is five an hour for each account, however they race', async () => {
    const { practice, send } = await aSetup()
    const colleague = await createAdministrador(practice)

    const answers = await Promise.all(Array.from({ length: 7 }, () => send()))

    expect([201, 429].map((wanted) => answers.filter(({ status }) => status === wanted).length)).toEqual([5, 2])
    expect(answers.find(({ status }) => status === 429)?.body).toEqual({ code: 'too-many-attempts' })
    expect((await listAuditChanges(practice)).map(({ action }) => action)).toEqual(Array(5).fill('TEST_MAIL_QUEUED'))
    expect((await send(createPasswordSessionClaims(colleague, practice))).status).toBe(201)
    practice.clock.advance({ minutes: 61 })
    expect((await send()).status).toBe(201)
  })

  test('of a colleague is not found, nor is any other mail', async () => {
    const { practice, admin, send, stateOf } = await aSetup()
    const colleague = createPasswordSessionClaims(await createAdministrador(practice), practice)
    const { mailId } = (await send()).body
    const at = practice.now().toISOString()
    await practice.data.mails
      .create({
        mailId: 'mai_00000099',
        to: admin.email,
        content: { kind: 'new-device', name: 'Lucía', device: 'Chrome en Windows', at },
        status: 'sent',
        attempts: 1,
        nextAttemptAt: at,
        createdAt: at,
      })
      .go()

    const answers = [await stateOf(mailId, colleague), await stateOf('mai_00000099')]

    expect(answers).toEqual(answers.map(() => ({ status: 404, body: { code: 'not-found' } })))
  })
})
