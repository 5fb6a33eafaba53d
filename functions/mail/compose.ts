import { productCatalogue } from '#contract/product-catalogue'
import type { FormatAside } from '#contract/rules-before-paying'
import { composeFreedHourEmail } from './freed-hour-email.ts'
import type { ConsultationOfOrder } from './order-consultation.ts'
import { composePaymentFailedEmail } from './payment-failed-email.ts'
import { composeRefundEmail, composeRefundFailedEmail } from './refund-emails.ts'
import { PRODUCT_NAME } from '#contract/product'
import type { ContractWithdrawalReference, MailTemplateData } from '#data/mail'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'
import type { StoredReceipt as Receipt } from '../payments/public/receipt.ts'
import { composeClientNoticeEmail, composeRecordOpeningQuestionEmail } from './client-emails.ts'
import {
  composeHealthConsentWithdrawnEmail,
  composeHealthWithdrawalRegisteredEmail,
} from './health-withdrawal-emails.ts'
import { composeLegalAnnouncementEmail } from './legal-announcement-email.ts'
import { isLinkEmailContent, composeLinkEmail } from './link-emails.ts'
import { composeSecurityAlertEmail, composeAccountSecurityEmail, composeTestEmail } from './security-emails.ts'
import { composeProposalOutcomeEmail, composeSlotProposalsEmail, type ProposalsInMail } from './proposal-emails.ts'
import { composeReceiptEmail } from './receipt-email.ts'
import { isContractWithdrawalMail, composeContractWithdrawalEmail } from './contract-withdrawal-email.ts'

interface Parts {
  readonly receipt?: Receipt | undefined
  readonly token?: string | undefined
  readonly withdrawals?: readonly ContractWithdrawalReference[]
  readonly verifyUrl?: string | undefined
  readonly paidBefore?: boolean | undefined
  readonly proposals?: ProposalsInMail | undefined
  readonly consultation?: ConsultationOfOrder | undefined
  readonly formatAside?: FormatAside
  readonly siteUrl: string
}

export function composeEmail(
  content: Exclude<
    MailTemplateData,
    { kind: 'verification' | 'reminder' | 'account-code' | 'practice-notice' | 'practice-digest' }
  >,
  parts: Parts,
): ComposedEmail {
  const { receipt, proposals, formatAside, siteUrl } = parts
  if (isContractWithdrawalMail(content))
    return composeContractWithdrawalEmail(content, parts.withdrawals ?? [], siteUrl)
  if (isLinkEmailContent(content)) return composeLinkEmail(content, requireToken(content.kind, parts), siteUrl)
  switch (content.kind) {
    case 'receipt':
      return composeReceiptEmail(content, receipt ?? withoutReceipt(content.orderId), parts)
    case 'freed-hour':
      return composeFreedHourEmail(content, { token: requireToken(content.kind, parts), siteUrl, formatAside })
    case 'slot-proposals':
      return composeSlotProposalsEmail(content, proposals, siteUrl)
    case 'refund':
    case 'refund-failed':
    case 'payment-failed':
      return moneyEmail(content, parts)
    case 'client-notice':
      return composeClientNoticeEmail(content, siteUrl)
    default:
      return ownEmail(content, siteUrl)
  }
}

function moneyEmail(
  content: Extract<MailTemplateData, { kind: 'refund' | 'refund-failed' | 'payment-failed' }>,
  { consultation, siteUrl }: Parts,
): ComposedEmail {
  const paidFor = { consultation, siteUrl }
  if (content.kind === 'payment-failed') return composePaymentFailedEmail(content, paidFor)
  return content.kind === 'refund' ? composeRefundEmail(content, paidFor) : composeRefundFailedEmail(content, paidFor)
}

type Own =
  | Extract<
      MailTemplateData,
      {
        kind:
          | 'existing-owner'
          | 'health-consent-withdrawn'
          | 'health-withdrawal-registered'
          | 'legal-announcement'
          | 'opening-questioned'
          | 'proposal-outcome'
          | 'security-alert'
          | 'test'
      }
    >
  | Parameters<typeof composeAccountSecurityEmail>[0]

function ownEmail(content: Own, siteUrl: string): ComposedEmail {
  if (content.kind === 'existing-owner') return existingOwnerEmail(content, siteUrl)
  if (content.kind === 'health-consent-withdrawn') return composeHealthConsentWithdrawnEmail(content, siteUrl)
  if (content.kind === 'health-withdrawal-registered') return composeHealthWithdrawalRegisteredEmail(content, siteUrl)
  if (content.kind === 'legal-announcement') return composeLegalAnnouncementEmail(content, siteUrl)
  if (content.kind === 'opening-questioned') return composeRecordOpeningQuestionEmail(content, siteUrl)
  if (content.kind === 'security-alert') return composeSecurityAlertEmail(content, siteUrl)
  if (content.kind === 'proposal-outcome') return composeProposalOutcomeEmail(content, siteUrl)
  return content.kind === 'test' ? composeTestEmail(content) : composeAccountSecurityEmail(content, siteUrl)
}

function existingOwnerEmail(
  { name, product }: Extract<MailTemplateData, { kind: 'existing-owner' }>,
  siteUrl: string,
): ComposedEmail {
  const wish = product ? `comprar «${productCatalogue['primera-consulta'].name}»` : 'crear una cuenta'
  return {
    subject: `Ya tienes una cuenta en ${PRODUCT_NAME}`,
    greeting: formatEmailGreeting(name),
    paragraphs: [
      `Alguien ha intentado ${wish} con tu dirección de correo, que ya tiene una cuenta.`,
      product
        ? 'Si has sido tú, inicia sesión y continúa con el pago.'
        : 'Si has sido tú, inicia sesión con tu cuenta.',
    ],
    action: product
      ? { label: 'Iniciar sesión y pagar', url: `${siteUrl}/auth?next=${encodeURIComponent('/comprar')}` }
      : { label: 'Iniciar sesión', url: `${siteUrl}/auth` },
    closing: 'Si no has sido tú, no tienes que hacer nada: tu cuenta no ha cambiado.',
  }
}

const withoutReceipt = (orderId: string): never => {
  throw new Error(`mail about ${orderId} has no receipt`)
}

function requireToken(kind: string, { token }: Pick<Parts, 'token'>): string {
  if (token === undefined) throw new Error(`mail of kind ${kind} has no token`)
  return token
}
