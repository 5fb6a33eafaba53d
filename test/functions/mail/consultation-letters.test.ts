import { expect, test } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import { createLambdaHandler as serveRetries } from '../../../functions/mail/retry-unsent.handler.ts'
import { consultationMailSamples } from '../../support/mail-samples.ts'
import { createMailSetup, parseSentMails } from '../../support/mail-setup.ts'
import { recordOrderWithProposals } from '../../support/order-with-proposals.ts'

async function sentMailOf(content: MailTemplateData) {
  const office = await createMailSetup()
  const at = office.now().toISOString()
  await recordOrderWithProposals(office, { orderId: 'ord_00000001', customerId: 'cus_00000001' })
  const queued = { status: 'queued', attempts: 0, nextAttemptAt: at, createdAt: at } as const
  await office.data.mails.create({ mailId: 'mai_00000001', to: 'lucia@correo.test', content, ...queued }).go()
  await serveRetries(() => office)()
  const [mail] = await parseSentMails(office)
  return { text: mail?.text ?? '', html: mail?.html ?? '' }
}

const named = consultationMailSamples.map((content) => ({
  content,
  name: content.kind === 'client-notice' ? content.notice.type : content.kind,
}))

test.each(named)(
  'A-43 the mail $name shows the day as a block, the place, the price and whether it is paid, and one button an hour',
  async ({ content }) => {
    const { text, html } = await sentMailOf(content)

    const blocks = html.match(/class="leaf"/g) ?? []
    expect(blocks).toHaveLength(1)
    expect(html.match(/class="button"/g)).toHaveLength(blocks.length)
    for (const part of [text, html]) {
      expect(part).toMatch(/videollamada/)
      expect(part).toMatch(/80,00\s€ · (?:Pagada|Pendiente de pago|Ya no tienes que pagarla)/)
      expect(part).toMatch(/diciembre|noviembre/)
    }
    expect(text).toMatch(/^Dónde: En línea, por videollamada$/m)
    expect(text).toMatch(/\d{1,2}:\d{2}/)
    expect(text).toContain('https://habitat.test/')
  },
)

test('A-43 a mail about an hour that is nobody’s any more strikes it out and asks for no money', async () => {
  const ended = consultationMailSamples.filter(
    (content) => content.kind === 'client-notice' && /cancelled|lapsed/.test(content.notice.type) && isUnpaid(content),
  )

  const mails = await Promise.all(ended.map(sentMailOf))

  expect(mails).toHaveLength(2)
  for (const { html } of mails) {
    expect(html).toContain('<s>10:00 a 10:30</s>')
    expect(html).toContain('Ya no tienes que pagarla')
    expect(html).not.toMatch(/Pendiente de pago|Unirse/)
  }
})

const isUnpaid = (content: MailTemplateData): boolean => !JSON.stringify(content).includes('"isPaid":true')
