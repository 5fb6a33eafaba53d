import { expect, test } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { listMailSamples } from '../../../bin/local/mail-samples/mail-samples.ts'
import { createMailSetup, parseSentMails } from '../../support/mail-setup.ts'
import { recordOrderWithProposals } from '../../support/order-with-proposals.ts'
import {
  recordSampleConsultation,
  recordSampleNotice,
  recordSampleReceipt,
  recordSampleRefusal,
} from '../../support/sample-notice.ts'

async function sentMailOf(content: MailTemplateData) {
  const office = await createMailSetup()
  const at = office.now().toISOString()
  const order = { orderId: 'ord_00000001', customerId: 'cus_00000001' }
  await recordOrderWithProposals(office, order)
  await recordSampleReceipt(office, order)
  await recordSampleNotice(office)
  await recordSampleRefusal(office)
  if (content.kind.startsWith('refund')) await recordSampleConsultation(office, order)
  const queued = { status: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at } as const
  await office.data.mails.create({ mailId: 'mai_00000001', to: 'lucia@correo.test', content, ...queued }).go()
  await serveRetries(() => office)()
  const [mail] = await parseSentMails(office)
  return { text: mail?.text ?? '', html: mail?.html ?? '' }
}

const contents = new Map(
  listMailSamples('https://habitat.test').flatMap(({ name, hours, content }) =>
    content && hours > 0 ? [[JSON.stringify(content), { name, content }] as const] : [],
  ),
)

test.each([...contents.values()])(
  'A-43 the sent mail $name shows the day as a block, the place, the price and whether it is paid, and a button',
  async ({ content }) => {
    const { text, html } = await sentMailOf(content)

    expect((html.match(/class="leaf"/g) ?? []).length).toBeGreaterThan(0)
    expect((html.match(/class="button"/g) ?? []).length).toBeGreaterThan(0)
    for (const part of [text, html]) {
      expect(part).toMatch(/videollamada/)
      expect(part).toMatch(
        /[68]0,00\s€ · (?:Pagada|Pendiente de pago|Por aceptar|No aceptado|Ya no tienes que pagarla|Sin cobrar|Devuelta|Devueltos)|>Pagada<|^Precio: Pagada$/m,
      )
      expect(part).toMatch(/diciembre|noviembre/)
    }
    expect(text).toMatch(/En línea, por videollamada/)
    expect(text).toMatch(/\d{1,2}:\d{2}/)
    expect(text).toContain('https://habitat.test/')
  },
)

test('A-43 a mail about an hour that is nobody’s any more strikes it out and asks for no money', async () => {
  const ended = [...contents.values()].filter(({ name }) => /cancelled|lapsed/.test(name))

  const mails = await Promise.all(ended.map(({ content }) => sentMailOf(content)))

  expect(mails).toHaveLength(3)
  for (const { html } of mails) {
    expect(html).toContain('<s>10:00 a 10:30</s>')
    expect(html).toMatch(/Ya no tienes que pagarla|Devuelta/)
    expect(html).not.toMatch(/Pendiente de pago|Unirse/)
  }
})
