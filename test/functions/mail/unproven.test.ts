import { expect, test } from 'vitest'
import type { MailTemplateData } from '#data/mail'
import type { StoredReceipt as Receipt } from '../../../functions/payments/public/receipt.ts'
import { renderReceiptPdf } from '../../../functions/payments/public/receipt-pdf.ts'
import { createLambdaHandler as retrying } from '../../../functions/mail/retry-unsent.handler.ts'
import { createCliente } from '../../support/people.ts'
import { mailSamples, NAME_IN_MAILS as NAME } from '../../../bin/local/mail-samples/contents.ts'
import { createMailSetup, type MailSetup, parseSentMails } from '../../support/mail-setup.ts'
import { recordSampleNotice, recordSampleRefusal } from '../../support/sample-notice.ts'
import { recordOrderWithProposals } from '../../support/order-with-proposals.ts'

async function sent(content: MailTemplateData, to: string, office: MailSetup): Promise<string> {
  const createdAt = office.now().toISOString()
  await office.data.receipts
    .create({
      orderId: 'ord_00000001',
      receiptNumber: '2026-ABC',
      customerId: 'cus_00000001',
      paymentId: 'pay_00000001',
      buyerName: NAME,
      concept: 'Primera consulta',
      listCents: 10_000,
      amountCents: 8000,
      issuedAt: createdAt,
      fileKey: 'cus_00000001/receipt/1.pdf',
    })
    .go()
  await recordSampleNotice(office)
  await recordSampleRefusal(office)
  await recordOrderWithProposals(office, { orderId: 'ord_00000001', customerId: 'cus_00000001' })
  const state = { status: 'queued', attempts: 0, nextAttemptAt: createdAt, createdAt } as const
  await office.data.mails.create({ mailId: 'mai_00000001', to, content, ...state }).go()
  await retrying(() => office)()
  const mail = (await parseSentMails(office)).at(-1)
  expect(mail?.to).toMatchObject([{ address: to }])
  const files = (mail?.attachments ?? []).map(({ content: file }) =>
    Buffer.from(file as ArrayBuffer).toString('latin1'),
  )
  return [mail?.subject, mail?.text, mail?.html, ...files].join('\n')
}

test.each(Object.entries(mailSamples))(
  'a mail of the kind %s calls nobody by name at an address that nobody has proven',
  async (_, content) => {
    const office = await createMailSetup()
    const { email } = await createCliente(
      { ...office },
      {
        status: 'unconfirmed',
        emailVerifiedAt: undefined as never,
      },
    )

    const toAStranger = await sent(content, 'nadie@correo.test', office)
    expect(toAStranger).not.toMatch(/Zacar|Inconfundible/)

    await office.data.mails.delete({ mailId: 'mai_00000001' }).go()
    await office.data.receipts.delete({ orderId: 'ord_00000001' }).go()
    const unconfirmed = await sent(content, email, office)
    expect(unconfirmed).not.toMatch(/Zacar|Inconfundible/)
  },
)

test('the receipt that goes to an address which nobody has proven calls its payer by that address', async () => {
  const office = await createMailSetup()

  await sent(mailSamples.receipt, 'nadie@correo.test', office)

  const [mail] = await parseSentMails(office)
  const { data: receipt } = await office.data.receipts.get({ orderId: 'ord_00000001' }).go()
  const attached = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)
  expect(receipt?.buyerName).toBe(NAME)
  expect(attached.equals(await renderReceiptPdf({ ...receipt, buyerName: 'nadie@correo.test' } as Receipt))).toBe(true)
})

test('whoever is filed under their address is not called by it', async () => {
  const office = await createMailSetup()
  const { email } = await createCliente({ ...office })

  const mail = await sent({ kind: 'existing-owner', name: email }, email, office)

  expect(mail).toContain('Hola:')
  expect(mail).not.toContain(`Hola, ${email.split('@')[0]}`)
})
