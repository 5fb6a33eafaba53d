import { describe, expect, test } from 'vitest'
import { payments } from '#contract/payments-domain'
import { createLambdaHandler } from '../../../functions/payments/handler.ts'
import { BUDGET_ID, createBudgetContent, createBudgetOption } from '../../support/budgets.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { extractPdfText } from '../../support/pdf-text.ts'
import { createAdministrador, createCliente, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice, listAuditChanges } from '../../support/practice.ts'
import { createStripeSetup } from '../../support/stripe-setup.ts'
import { synchronizeNextWrites } from '../../support/synchronize-next-writes.ts'

/** The clock is 2026-11-21, 9:00 UTC. */
async function withAClient() {
  const closed = await createTestPractice()
  const practice = { ...closed, stripe: (await createStripeSetup(closed.clock)).access }
  const [client, elena] = [await createCliente(practice), await createAdministrador(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const asBoss = { as: createPasswordSessionClaims(elena, practice) }
  const asClient = { as: createPasswordSessionClaims(client, practice) }
  const params = { customerId: client.customerId, budgetId: BUDGET_ID }
  const own = { budgetId: BUDGET_ID }
  return {
    practice,
    client,
    ask,
    asBoss,
    asClient,
    save: (content: object = createBudgetContent(), revision = 0) =>
      ask(payments.saveBudget, { ...asBoss, params, body: { content, revision } }),
    publish: (revision = 1) => ask(payments.publishBudget, { ...asBoss, params, body: { revision } }),
    answer: (body: object) => ask(payments.answerBudgetQuestion, { ...asBoss, params, body }),
    read: async () =>
      (await ask(payments.listBudgetsOfCustomer, { ...asBoss, params: { customerId: client.customerId } })).body.items,
    mine: async (as: object = asClient) => (await ask(payments.listBudgets, as)).body.items,
    askAbout: (text: string) => ask(payments.askAboutBudget, { ...asClient, params: own, body: { text } }),
    decline: (body: object = {}) =>
      ask(payments.declineBudget, { ...asClient, params: own, body: { version: 1, reason: 'price', ...body } }),
    countChanges: async (action: string) =>
      (await listAuditChanges(practice)).filter((entry) => entry.action === action).length,
  }
}

describe('a template of the practice', () => {
  const params = { budgetTemplateId: 'btp_11111111' }
  const body = { name: 'Completo', option: createBudgetOption(), validDays: 14, version: 0 }

  test('is kept, changed and taken away, and saved again it changes nothing', async () => {
    const { ask, asBoss, countChanges } = await withAClient()
    const first = await ask(payments.saveBudgetTemplate, { ...asBoss, params, body })

    expect(await ask(payments.saveBudgetTemplate, { ...asBoss, params, body })).toEqual(first)
    const changed = { ...body, validDays: 21, version: 1 }
    expect((await ask(payments.saveBudgetTemplate, { ...asBoss, params, body: changed })).body.version).toBe(2)

    const { items } = (await ask(payments.listBudgetTemplates, asBoss)).body
    expect(items).toMatchObject([{ ...params, name: 'Completo', option: createBudgetOption(), validDays: 21 }])
    expect(await countChanges('BUDGET_TEMPLATE_SAVED')).toBe(2)
    expect((await ask(payments.removeBudgetTemplate, { ...asBoss, params })).body).toEqual({ removed: true })
    expect((await ask(payments.listBudgetTemplates, asBoss)).body.items).toEqual([])
  })

  test('that somebody else has changed meanwhile is not overwritten', async () => {
    const { ask, asBoss } = await withAClient()
    await ask(payments.saveBudgetTemplate, { ...asBoss, params, body })

    const late = await ask(payments.saveBudgetTemplate, { ...asBoss, params, body: { ...body, validDays: 30 } })

    expect(late.body.code).toBe('changed-meanwhile')
  })
})

describe('A-73 a budget', () => {
  test('is the client’s to see once it is published, with tax and parts that follow from the price', async () => {
    const { save, publish, mine } = await withAClient()
    await save()
    expect(await mine()).toEqual([])

    await publish()

    const [budget] = await mine()
    expect(budget).toMatchObject({ version: 1, state: 'open', validUntil: '2026-12-05', recommended: 2 })
    const [essential, complete] = budget?.options ?? []
    expect(essential).toMatchObject({ optionId: 1, priceCents: 24_000, vat: { percent: 21 }, parts: [] })
    expect(complete?.parts).toEqual([
      { number: 1, amountCents: 14_000, before: null },
      { number: 2, amountCents: 14_000, before: { kind: 'analysis', number: 1 } },
      { number: 3, amountCents: 14_000, before: { kind: 'consultation', number: 2 } },
    ])
  })

  test('is told by one mail that says nothing of it, however often it is published', async () => {
    const { practice, save, publish, countChanges } = await withAClient()
    await save()
    const first = await publish()

    expect(await publish()).toEqual(first)

    expect(await countChanges('BUDGET_PUBLISHED')).toBe(1)
    practice.clock.advance({ minutes: 11 })
    const mails = await createOutboxReader(practice).post()
    expect(mails.map(({ subject }) => subject)).toEqual(['Tienes un presupuesto en tu panel'])
    // Without headers, which contain random numbers.
    expect(mails.map(({ subject, text, html }) => [subject, text, html]).join(' ')).not.toMatch(/vitamina|Completo|420/)
  })

  test('that is changed stays as the client knows it until it is published again, as a new version', async () => {
    const { save, publish, mine, read } = await withAClient()
    await save()
    await publish()
    const changed = createBudgetContent({ validUntil: '2026-12-20' })
    await save(changed, 1)

    expect(await mine()).toMatchObject([{ version: 1, validUntil: '2026-12-05' }])
    expect(await read()).toMatchObject([{ revision: 2, isPublished: false, content: changed }])

    await publish(2)
    expect(await mine()).toMatchObject([{ version: 2, validUntil: '2026-12-20' }])
    expect(await read()).toMatchObject([{ isPublished: true }])
  })

  test('is published only as it was looked at', async () => {
    const { save, publish } = await withAClient()
    await save()
    await save(createBudgetContent({ recommended: null }), 1)

    expect((await publish(1)).body.code).toBe('changed-meanwhile')
    expect((await save(createBudgetContent({ recommended: 1 }), 1)).body.code).toBe('changed-meanwhile')
  })

  test('that was saved twice at the same moment is one, and both get the same answer', async () => {
    const { practice, save, mine, countChanges } = await withAClient()
    // The first request of a session writes the session too.
    await Promise.all([mine(), save(createBudgetContent({ options: [] }))])
    synchronizeNextWrites(practice, 2)

    const [one, other] = await Promise.all([save(), save()])

    expect(one).toMatchObject({ status: 200 })
    expect(other).toEqual(one)
    expect(await countChanges('BUDGET_SAVED')).toBe(1)
  })

  test('expires at the end of its last day at the practice', async () => {
    const { practice, save, publish, mine, decline } = await withAClient()
    await save(createBudgetContent({ validUntil: '2026-11-21' }))
    await publish()
    practice.clock.advance({ hours: 13 })
    expect(await mine()).toMatchObject([{ state: 'open' }])

    practice.clock.advance({ hours: 2 })

    expect(await mine()).toMatchObject([{ state: 'expired' }])
    expect((await decline()).body.code).toBe('budget-expired')
    expect((await publish()).body.code).toBe('budget-expired')
    expect((await save(createBudgetContent({ validUntil: '2026-11-21', recommended: null }), 1)).status).toBe(200)
    expect((await publish(2)).body.code).toBe('budget-expired')
  })

  test('is asked about, answered by the practice, and asked again only as another question', async () => {
    const { save, publish, askAbout, answer, mine, read, countChanges } = await withAClient()
    await save()
    await publish()
    const { body } = await askAbout('¿La analítica se hace en ayunas?')
    expect((await askAbout('¿La analítica se hace en ayunas?')).body).toEqual(body)
    expect(await countChanges('BUDGET_QUESTION_ASKED')).toBe(1)
    const [{ published } = {}] = await read()
    const askedAt = published?.question?.askedAt

    expect((await answer({ askedAt: '2026-11-20T09:00:00.000Z', answer: 'Sí' })).body.code).toBe('invalid-input')
    expect((await answer({ askedAt: '2026-11-20T09:00:00.000Z', answer: 'Sí, ocho horas' })).body.code).toBe(
      'changed-meanwhile',
    )
    await answer({ askedAt, answer: 'Sí, ocho horas' })

    expect(await mine()).toMatchObject([{ question: { answer: 'Sí, ocho horas' } }])
  })

  test('is asked about and answered in paragraphs, which stay as they were typed', async () => {
    const { save, publish, askAbout, answer, mine, read } = await withAClient()
    await save()
    await publish()

    const asked = await askAbout('¿La analítica es en ayunas?\n\n¿Y puedo tomar café?')
    const askedAt = asked.body.question?.askedAt
    const answered = await answer({ askedAt, answer: 'Sí, ocho horas.\n\nCafé solo, sí.' })

    expect([asked.status, answered.status]).toEqual([200, 200])
    const question = {
      text: '¿La analítica es en ayunas?\n\n¿Y puedo tomar café?',
      answer: 'Sí, ocho horas.\n\nCafé solo, sí.',
    }
    expect(await mine()).toMatchObject([{ question }])
    expect(await read()).toMatchObject([{ published: { question } }])
  })

  test('is declined with a reason, by its present version alone, and can be offered again', async () => {
    const { save, publish, decline, mine, countChanges } = await withAClient()
    await save()
    await publish()
    expect((await decline({ version: 2 })).body.code).toBe('budget-outdated')
    expect((await decline({ reason: 'because' })).body.code).toBe('invalid-input')

    await decline()
    await decline()

    expect(await mine()).toMatchObject([{ state: 'declined', declined: { reason: 'price' } }])
    expect(await countChanges('BUDGET_DECLINED')).toBe(1)
    await publish()
    expect(await mine()).toMatchObject([{ state: 'open', version: 2, declined: null }])
  })

  test('of one client is nobody else’s', async () => {
    const { practice, ask, save, publish, mine } = await withAClient()
    await save()
    await publish()
    const other = { as: createPasswordSessionClaims(await createCliente(practice), practice) }

    expect(await mine(other)).toEqual([])
    const params = { budgetId: BUDGET_ID }
    const body = { version: 1, reason: 'price' }
    expect((await ask(payments.declineBudget, { ...other, params, body })).body.code).toBe('not-found')
  })

  test('is a PDF with every option, its tax and its parts, on as many pages as it takes', async () => {
    const { ask, asClient, asBoss, client, save, publish } = await withAClient()
    const includes = Array.from({ length: 20 }, (_, index) => `Línea ${index + 1} → de lo que se incluye`)
    const options = [createBudgetOption({ includes, excludes: includes }), createBudgetOption({ title: 'Otra' })]
    await save(createBudgetContent({ options }))
    await publish()

    const { body } = await ask(payments.budgetDocument, { ...asClient, params: { budgetId: BUDGET_ID } })

    const pages = extractPdfText(Buffer.from(body.pdfBase64, 'base64')).join('\n')
    expect(pages).toContain('Completo: 420,00 €')
    expect(pages).toContain('IVA incluido (21 %)')
    expect(pages).toContain('Parte 2: 140,00 €, antes de: analítica 1')
    expect(pages).toContain('Línea 20 ? de lo que se incluye')
    expect(pages).toContain('Válido hasta el 5 de diciembre de 2026')
    const params = { customerId: client.customerId, budgetId: BUDGET_ID }
    expect((await ask(payments.budgetDocumentOfCustomer, { ...asBoss, params })).body).toEqual(body)
  })

  test.each([
    ['four options', createBudgetContent({ options: Array.from({ length: 4 }, () => createBudgetOption()) })],
    ['a recommended option that is not there', createBudgetContent({ recommended: 3 })],
    [
      'a part before a consultation that is not included',
      createBudgetContent({
        options: [createBudgetOption({ laterParts: [{ kind: 'consultation', number: 4 }] })],
        recommended: null,
      }),
    ],
    [
      'two parts before the same service',
      createBudgetContent({
        options: [
          createBudgetOption({
            laterParts: [
              { kind: 'month', number: 2 },
              { kind: 'month', number: 2 },
            ],
          }),
        ],
        recommended: null,
      }),
    ],
    [
      'the third month paid before the second',
      createBudgetContent({
        options: [
          createBudgetOption({
            laterParts: [
              { kind: 'month', number: 3 },
              { kind: 'month', number: 2 },
            ],
          }),
        ],
        recommended: null,
      }),
    ],
    [
      'nothing that counts for anything',
      createBudgetContent({
        options: [
          createBudgetOption({
            analyses: { count: 0, referenceCents: 20_000 },
            consultations: { count: 3, type: 'seguimiento', durationMinutes: 30, referenceCents: 0 },
            laterParts: [],
          }),
        ],
        recommended: null,
      }),
    ],
  ])('with %s is refused', async (_, content) => {
    expect((await (await withAClient()).save(content)).body.code).toBe('invalid-input')
  })
})
