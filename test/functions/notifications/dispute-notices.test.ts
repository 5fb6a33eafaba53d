import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications'
import { describePracticeNotice } from '#contract/practice-notices'
import { queuePracticeNotice } from '../../../functions/mail/practice-notices.ts'
import { createLambdaHandler as serveNotifications } from '../../../functions/notifications/handler.ts'
import { createDisputedPayment } from '../../support/disputed-payment.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createOutboxReader } from '../../support/outbox-reader.ts'
import { listAuditChanges } from '../../support/practice.ts'

async function readNotice(setup: Awaited<ReturnType<typeof createDisputedPayment>>, action: string) {
  const { practice, asBoss, boss } = setup
  const entry = (await listAuditChanges(practice)).findLast((each) => each.action === action)
  if (!entry) throw new Error(`There is no ${action}`)
  await queuePracticeNotice(entry, practice)
  const ask = createEndpointCaller(serveNotifications(() => practice))
  const [notice] = (await ask(notifications.listOfPractice, { as: asBoss, query: {} })).body.items
  if (!notice) throw new Error('There is no notice')
  const mail = (await createOutboxReader(practice).post()).findLast(({ to }) => to?.[0]?.address === boss.email)
  return {
    sentence: describePracticeNotice(notice.kind, notice),
    subject: mail?.subject,
    text: mail?.text?.replaceAll(/\s+/g, ' '),
  }
}

test('an inquiry that ended because the payment was refunded does not say that the practice keeps the money', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('inquire')
  await setup.refund()
  await setup.dispute('close')

  const { sentence, subject, text } = await readNotice(setup, 'DISPUTE_WON')

  const ending = 'la reclamación se ha cerrado y recibe el dinero con la devolución, no tienes que hacer nada'
  expect(sentence).toBe(`había reclamado a su banco el pago de 80,00 €: ${ending}`)
  expect(subject).toBe('Reclamación al banco cerrada: el pago se devuelve')
  expect(text).toContain(ending)
  expect(text).not.toContain('conservas')
})

test('a dispute that is won says that the practice keeps the money', async () => {
  const setup = await createDisputedPayment()
  await setup.dispute('open', 'answer', 'win')

  const { sentence, subject } = await readNotice(setup, 'DISPUTE_WON')

  expect(sentence).toContain('la reclamación se ha cerrado y conservas el dinero')
  expect(subject).toBe('Reclamación al banco cerrada: conservas el pago')
})

test('of a dispute that allows no answer the practice reads so, and no term', async () => {
  const setup = await createDisputedPayment()
  await setup.disputeWithoutAnswer()

  const { sentence, text } = await readNotice(setup, 'DISPUTE_OPENED')

  expect(sentence).toBe('ha reclamado a su banco el pago de 80,00 €: el banco no admite respuesta, falta que decida')
  expect(text).toContain('el banco no admite respuesta')
  expect(text).not.toMatch(/respond/i)
  expect(await setup.listed()).toMatchObject({ dispute: { state: 'needs-response', answerBy: null } })
})
