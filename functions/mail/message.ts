import type { EntityItem } from 'electrodb'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type Mail from 'nodemailer/lib/mailer/index.js'
import { PRODUCT_NAME } from '#contract/product'
import type { Entities } from '#data/entities'
import type { ConsultationInMail, MailContent } from '#data/mail'
import { consultationCalendar } from '#platform/consultation-calendar'
import { letterHtml, letterText } from '#platform/letter'
import { mintToken } from '#platform/one-time-link'
import { receiptFileName } from '#platform/receipt-files'
import { compose } from './compose.ts'
import type { MailServices } from './services.ts'

type OutboxMail = EntityItem<Entities['mails']>
type Receipt = EntityItem<Entities['receipts']>

/** A mail from the outbox as it goes to the mail service (RFC 5322), with what it carries. */
export async function messageOf(mail: OutboxMail, services: MailServices): Promise<Buffer> {
  const { sender, siteUrl } = services
  const content = mail.content as MailContent
  const receipt = await receiptOf(content, services)
  const letter = compose(content, { receipt, token: await tokenOf(content, services), siteUrl })
  const calendar = calendarOf(mail, content, services)
  return new MailComposer({
    from: sender,
    to: mail.to,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter),
    messageId: `<${mail.mailId}@${new URL(siteUrl).hostname}>`,
    attachments: receipt ? [await receiptFile(receipt, services)] : [],
    ...(calendar && { icalEvent: calendar }),
  })
    .compile()
    .build()
}

const receiptOf = async (content: MailContent, { data }: MailServices): Promise<Receipt | undefined> =>
  content.kind === 'receipt'
    ? ((await data.receipts.get({ orderId: content.orderId }).go()).data ?? undefined)
    : undefined

const receiptFile = async (receipt: Receipt, { receiptFiles }: MailServices) => ({
  filename: receiptFileName(receipt),
  content: Buffer.from(await receiptFiles.pdf(receipt)),
  contentType: 'application/pdf',
})

async function tokenOf(content: MailContent, services: MailServices): Promise<string | undefined> {
  if (content.kind === 'account-deactivated') {
    return mintToken({ purpose: 'reactivation', userId: content.userId, cause: content.deactivatedAt }, services)
  }
  if (content.kind === 'deletion-requested') {
    return mintToken({ purpose: 'deletion-undo', userId: content.userId, cause: content.leavingSince }, services)
  }
  if (content.kind === 'guardian-request') {
    return mintToken({ purpose: 'guardian', userId: content.userId, cause: content.requestId }, services)
  }
  return undefined
}

/** The appointment for the reader's calendar: the same entry from the first mail about it to the last. */
function calendarOf(
  { to }: OutboxMail,
  content: MailContent,
  { now, sender }: MailServices,
): Mail.IcalAttachment | undefined {
  const consultation = consultationIn(content)
  if (!consultation || content.kind !== 'client-notice') return undefined
  const method = content.notice.type === 'consultation_cancelled' ? 'CANCEL' : 'REQUEST'
  const between = {
    organizer: { name: PRODUCT_NAME, email: addressIn(sender) },
    attendee: { name: content.name || to, email: to },
  }
  return { method, filename: 'cita.ics', content: consultationCalendar(consultation, { method, now: now(), between }) }
}

const consultationIn = (content: MailContent): ConsultationInMail | undefined =>
  content.kind === 'client-notice' && 'consultation' in content.notice ? content.notice.consultation : undefined

/** `Hábitat Interior <hola@…>` → `hola@…`. */
const addressIn = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender
