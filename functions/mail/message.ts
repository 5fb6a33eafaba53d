import type { EntityItem } from 'electrodb'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import type Mail from 'nodemailer/lib/mailer/index.js'
import { cleanPersonName } from '#contract/person-name'
import { PRODUCT_NAME } from '#contract/product'
import type { FormatAside } from '#contract/rules-before-paying'
import { productCatalogue } from '#contract/product-catalogue'
import type { TableEntities } from '#data/entities'
import type { MailTemplateData } from '#data/mail'
import { findContractWithdrawalsBetween } from '#data/contract-withdrawal-queries'
import { findUserByEmail } from '#data/user-queries'
import { createEmailProofToken, findPendingSignUp } from '../account/public/email-proof.ts'
import { createFreedHourToken } from '../consultations/public/freed-hour-link.ts'
import { createAttendanceToken } from '../consultations/public/attendance-link.ts'
import { formatConsultationCalendar } from '../consultations/public/consultation-calendar.ts'
import { type ComposedEmail, renderEmailHtml, renderEmailText } from './public/composed-email.ts'
import { createOneTimeLinkToken } from '#platform/one-time-link'
import { toEmailAddressId } from '#platform/email-address-id'
import { formatReceiptFileName } from '../payments/public/receipt.ts'
import {
  composeVerificationEmail,
  buildVerificationUrl,
  findVerificationEmailPurpose,
} from './public/verification-email.ts'
import { createSignInUnlockToken } from '../account/public/trusted-places.ts'
import { composeEmail } from './compose.ts'
import { withAccountFirst } from './account-first.ts'
import { createAside, findReaderTimeZone, withOwnTime } from './own-time.ts'
import { findRulesOfMail, appendRuleFacts } from './consultation-rules.ts'
import { type ConsultationOfOrder, findConsultationOfOrder } from './order-consultation.ts'
import { consultationIn, toPresentContent } from './present-content.ts'
import { composeReminderEmail } from './reminder-email.ts'
import type { ProposalsInMail } from './proposal-emails.ts'
import type { MailServices } from './services.ts'

type OutboxMail = EntityItem<TableEntities['mails']>
type Receipt = EntityItem<TableEntities['receipts']>

export async function composeMimeMessage(mail: OutboxMail, services: MailServices): Promise<Buffer> {
  const { sender, siteUrl } = services
  const proven = await isProven(mail.to, services)
  const told = await toPresentContent(mail, services)
  const content = proven ? told : withoutName(told)
  const receipt = await receiptOf(content, services)
  const booked = await findConsultationOfOrder(content, services)
  const timeZone = await findReaderTimeZone({ customerId: mail.customerId, content }, services)
  const formatAside = createAside(timeZone)
  const rules = await findRulesOfMail({ customerId: mail.customerId, content, booked, formatAside }, services)
  const composed = await emailOf(mail, { content, receipt, booked, formatAside }, services)
  const timed = withOwnTime(composed, timeZone)
  const email = appendRuleFacts(await withAccountFirst(timed, mail, services), rules)
  const calendar = calendarOf(mail, { content, booked }, services)
  return new MailComposer({
    from: sender,
    to: mail.to,
    subject: email.subject,
    text: renderEmailText(email, siteUrl),
    html: renderEmailHtml(email, siteUrl),
    messageId: `<${mail.mailId}@${new URL(siteUrl).hostname}>`,
    attachments: receipt ? [await receiptFile(receipt, { mail, proven }, services)] : [],
    ...(calendar && { icalEvent: calendar }),
  })
    .compile()
    .build()
}

interface MailParts {
  readonly content: MailTemplateData
  readonly receipt: Receipt | undefined
  readonly booked: ConsultationOfOrder | undefined
  readonly formatAside: FormatAside
}

async function emailOf(
  mail: OutboxMail,
  { content, receipt, booked, formatAside }: MailParts,
  services: MailServices,
): Promise<ComposedEmail> {
  const { to, customerId } = mail
  const { siteUrl } = services
  if (content.kind === 'account-code') throw new Error('only Cognito sends its codes')
  if (content.kind === 'reminder') {
    const token = await createAttendanceToken({ to, customerId, consultation: content.consultation }, services)
    return composeReminderEmail(content, { token, siteUrl, now: services.now() })
  }
  if (content.kind === 'practice-notice' || content.kind === 'practice-digest') {
    const { composePracticeEmail } = await import('./practice-notice-emails.ts')
    return composePracticeEmail(content, services)
  }
  if (content.kind !== 'verification') {
    const withdrawals = await withdrawalsOf(content, services)
    const verifyUrl = await verifyUrlOf(to, content, services)
    const paidBefore = content.kind === 'receipt' && (await mayHavePaidTwice(customerId, content.orderId, services))
    return composeEmail(content, {
      receipt,
      paidBefore,
      proposals: await proposalsOf(to, content, services),
      consultation: booked,
      verifyUrl,
      token: await tokenOf(mail, content, services),
      withdrawals,
      formatAside,
      siteUrl,
    })
  }

  return composeVerificationEmail(
    await proofUrl(to, services),
    await findVerificationEmailPurpose(to, content.wish, services.data),
  )
}

/** The address owns the link, so that an erasure finds it even after the client was merged into another record. */
async function proposalsOf(
  to: string,
  content: MailTemplateData,
  services: MailServices,
): Promise<ProposalsInMail | undefined> {
  if (content.kind !== 'receipt' && content.kind !== 'slot-proposals') return undefined
  const { orderId } = content
  const { data, now } = services
  const [{ data: stored }, { data: order }] = await Promise.all([
    data.slotProposals.get({ orderId }).go(),
    data.orders.get({ orderId }).go(),
  ])
  const customerId = order?.customerId ?? stored?.customerId
  const waiting = customerId && (await data.ordersToSchedule.get({ customerId, orderId }).go()).data
  if (!waiting) return 'scheduled'
  if (!stored) return undefined
  const slots = stored.slots.filter((slot) => slot > now().toISOString())
  if (stored.state !== 'sent' || slots.length === 0) return 'none-free'
  const wanted = { purpose: 'slot-choice', userId: toEmailAddressId(to), cause: orderId } as const
  return { slots, token: await createOneTimeLinkToken(wanted, services), priceCents: order?.totalCents }
}

/** Only of what is bought at a price for all: a booked consultation and a part of a budget are paid for themselves. */
async function mayHavePaidTwice(customerId = '', orderId: string, { data }: MailServices): Promise<boolean> {
  const [{ data: order }, { data: waiting }] = await Promise.all([
    data.orders.get({ orderId }).go(),
    data.ordersToSchedule.query.byCustomer({ customerId }).go({ pages: 'all' }),
  ])
  const isOfCatalogue = order !== null && order.product in productCatalogue
  return isOfCatalogue && waiting.some((each) => each.orderId !== orderId)
}

const verifyUrlOf = async (
  to: string,
  content: MailTemplateData,
  services: MailServices,
): Promise<string | undefined> =>
  content.kind === 'receipt' && content.invite && (await findPendingSignUp(to, services.data))?.state === 'unproven'
    ? proofUrl(to, services)
    : undefined

const proofUrl = async (email: string, services: MailServices): Promise<string> =>
  buildVerificationUrl({ email, proof: await createEmailProofToken(email, services), siteUrl: services.siteUrl })

const isProven = async (to: string, { data }: MailServices): Promise<boolean> =>
  (await findUserByEmail(data, to.toLowerCase()))?.emailVerifiedAt !== undefined

const withoutName = (content: MailTemplateData): MailTemplateData =>
  'name' in content ? { ...content, name: '' } : content

const withdrawalsOf = async (content: MailTemplateData, { data }: MailServices) =>
  content.kind === 'withdrawals-digest' ? findContractWithdrawalsBetween(data, content) : []

const receiptOf = async (content: MailTemplateData, { data }: MailServices): Promise<Receipt | undefined> =>
  content.kind === 'receipt'
    ? ((await data.receipts.get({ orderId: content.orderId }).go()).data ?? undefined)
    : undefined

/** At an unproven address the payer is named by the address: the typed details may belong to somebody else. */
const receiptFile = async (
  receipt: Receipt,
  { mail, proven }: { readonly mail: OutboxMail; readonly proven: boolean },
  { receiptFiles }: MailServices,
) => ({
  filename: formatReceiptFileName(receipt),
  content: Buffer.from(await (proven ? receiptFiles.pdf(receipt) : renderUnprovenReceipt(receipt, mail))),
  contentType: 'application/pdf',
})

async function renderUnprovenReceipt(receipt: Receipt, { to }: OutboxMail): Promise<Uint8Array> {
  const { renderReceiptPdf } = await import('../payments/public/receipt-pdf.ts')
  return renderReceiptPdf({ ...receipt, buyerName: to })
}

async function tokenOf(
  { to, customerId }: OutboxMail,
  content: MailTemplateData,
  services: MailServices,
): Promise<string | undefined> {
  if (content.kind === 'freed-hour')
    return createFreedHourToken({ to, customerId, startsAt: content.startsAt }, services)
  if (content.kind === 'account-deactivated') {
    return createOneTimeLinkToken(
      { purpose: 'reactivation', userId: content.userId, cause: content.deactivatedAt },
      services,
    )
  }
  if (content.kind === 'deletion-requested') {
    return createOneTimeLinkToken(
      { purpose: 'deletion-undo', userId: content.userId, cause: content.leavingSince },
      services,
    )
  }
  if (content.kind === 'guardian-request') {
    return createOneTimeLinkToken({ purpose: 'guardian', userId: content.userId, cause: content.requestId }, services)
  }
  if (content.kind === 'sign-in-link') {
    return createSignInUnlockToken(content, services)
  }
  return undefined
}

function calendarOf(
  { to }: OutboxMail,
  { content, booked }: Pick<MailParts, 'content' | 'booked'>,
  { now, sender, siteUrl }: MailServices,
): Mail.IcalAttachment | undefined {
  const consultation = booked ?? consultationIn(content)
  const type = content.kind === 'client-notice' ? content.notice.type : undefined
  // Past consultations stay unchanged in the calendar.
  if (!consultation || !hasCalendar(content) || type === 'consultation_missed') return undefined
  const isOver = content.kind === 'refund' || type === 'consultation_cancelled' || type === 'consultation_lapsed'
  const method = isOver ? 'CANCEL' : 'REQUEST'
  const between = {
    organizer: { name: PRODUCT_NAME, email: addressIn(sender) },
    attendee: { name: cleanPersonName(content.name ?? '') || to, email: to },
  }
  return {
    method,
    filename: 'cita.ics',
    content: formatConsultationCalendar(consultation, { method, now: now(), siteUrl, between }),
  }
}

const hasCalendar = (
  content: MailTemplateData,
): content is Extract<MailTemplateData, { kind: 'client-notice' | 'receipt' | 'refund' }> =>
  content.kind === 'client-notice' ||
  content.kind === 'receipt' ||
  (content.kind === 'refund' && content.cancelledConsultationId !== undefined)

const addressIn = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender
