import { productCatalogue } from '#contract/product-catalogue'
import { composeFreedHourEmail } from './freed-hour-email.ts'
import { composeRefundEmail, composeRefundFailedEmail } from './refund-emails.ts'
import { PRODUCT_NAME } from '#contract/product'
import type { MailTemplateData, ContractWithdrawalReference } from '#data/mail'
import { formatEmailGreeting, type ComposedEmail } from './public/composed-email.ts'
import type { StoredReceipt as Receipt } from '../payments/public/receipt.ts'
import {
  composeClientNoticeEmail,
  composeHealthConsentWithdrawnEmail,
  composeRecordOpeningQuestionEmail,
} from './client-emails.ts'
import { isLinkEmailContent, composeLinkEmail } from './link-emails.ts'
import { composeSecurityAlertEmail, composeAccountSecurityEmail, composeTestEmail } from './security-emails.ts'
import {
  composeProposalOutcomeEmail,
  composeSlotProposalsEmail,
  formatAppointmentToAgree,
  type ProposalsInMail,
  toEmailChoices,
} from './proposal-emails.ts'
import { isContractWithdrawalMail, composeContractWithdrawalEmail } from './contract-withdrawal-email.ts'

const euros = new Intl.NumberFormat('es-ES', { style: 'currency', currency: 'EUR' })

interface Parts {
  readonly receipt?: Receipt | undefined
  readonly token?: string | undefined
  /** For a digest, oldest first. */
  readonly withdrawals?: readonly ContractWithdrawalReference[]
  readonly verifyUrl?: string | undefined
  /** For a receipt: another paid order of this client waits for a date. */
  readonly paidBefore?: boolean | undefined
  readonly proposals?: ProposalsInMail | undefined
  readonly siteUrl: string
}

export function composeEmail(
  content: Exclude<
    MailTemplateData,
    { kind: 'verification' | 'reminder' | 'account-code' | 'practice-notice' | 'practice-digest' }
  >,
  { receipt, token, withdrawals = [], verifyUrl, paidBefore, proposals, siteUrl }: Parts,
): ComposedEmail {
  if (isContractWithdrawalMail(content)) return composeContractWithdrawalEmail(content, withdrawals, siteUrl)
  if (isLinkEmailContent(content)) return composeLinkEmail(content, token ?? withoutToken(content.kind), siteUrl)
  switch (content.kind) {
    case 'receipt':
      return receiptEmail(content, receipt ?? withoutReceipt(content.orderId), {
        verifyUrl,
        paidBefore,
        proposals,
        siteUrl,
      })
    case 'slot-proposals':
      return composeSlotProposalsEmail(content, proposals, siteUrl)
    case 'refund':
      return composeRefundEmail(content)
    case 'refund-failed':
      return composeRefundFailedEmail(content, siteUrl)
    case 'existing-owner':
      return existingOwnerEmail(content, siteUrl)
    case 'client-notice':
      return composeClientNoticeEmail(content, siteUrl)
    default:
      return ownEmail(content, siteUrl)
  }
}

type Own =
  | Extract<
      MailTemplateData,
      {
        kind:
          | 'freed-hour'
          | 'health-consent-withdrawn'
          | 'opening-questioned'
          | 'proposal-outcome'
          | 'security-alert'
          | 'test'
      }
    >
  | Parameters<typeof composeAccountSecurityEmail>[0]

function ownEmail(content: Own, siteUrl: string): ComposedEmail {
  if (content.kind === 'freed-hour') return composeFreedHourEmail(content, siteUrl)
  if (content.kind === 'health-consent-withdrawn') return composeHealthConsentWithdrawnEmail(content, siteUrl)
  if (content.kind === 'opening-questioned') return composeRecordOpeningQuestionEmail(content, siteUrl)
  if (content.kind === 'security-alert') return composeSecurityAlertEmail(content, siteUrl)
  if (content.kind === 'proposal-outcome') return composeProposalOutcomeEmail(content, siteUrl)
  return content.kind === 'test' ? composeTestEmail(content) : composeAccountSecurityEmail(content, siteUrl)
}

function receiptEmail(
  { name, invite }: Extract<MailTemplateData, { kind: 'receipt' }>,
  receipt: Receipt,
  { verifyUrl, paidBefore, proposals, siteUrl }: Pick<Parts, 'verifyUrl' | 'paidBefore' | 'proposals' | 'siteUrl'>,
): ComposedEmail {
  const paid = `Hemos recibido tu pago de ${euros.format(receipt.amountCents / 100)}. Te adjuntamos el justificante ${receipt.receiptNumber}.`
  const next = {
    paragraphs: [paid, ...formatAppointmentToAgree(proposals)],
    ...toEmailChoices(proposals, siteUrl),
  }
  const twice = paidBefore
    ? [
        'Tienes otro pago que también espera su consulta. Si has pagado dos veces sin querer, escríbenos y te devolvemos uno.',
      ]
    : []
  if (verifyUrl) {
    return {
      subject: 'Hemos recibido tu pago: verifica tu correo',
      greeting: formatEmailGreeting(name),
      ...next,
      afterChoices: [
        ...twice,
        'Para ver tu justificante y seguir tu proceso, verifica tu correo. Tu pago aparecerá en tu panel en cuanto lo hagas.',
      ],
      action: { label: 'Verificar mi correo', url: verifyUrl },
    }
  }
  return invite
    ? {
        subject: 'Hemos recibido tu pago: crea tu cuenta',
        greeting: formatEmailGreeting(name),
        ...next,
        afterChoices: [
          ...twice,
          'Para ver tu justificante y seguir tu proceso, crea tu cuenta con esta misma dirección de correo. Tu pago aparecerá en tu panel en cuanto la verifiques.',
        ],
        action: { label: 'Crear mi cuenta', url: `${siteUrl}/register` },
      }
    : {
        subject: 'Hemos recibido tu pago',
        greeting: formatEmailGreeting(name),
        ...next,
        afterChoices: [...twice, 'En tu panel, dentro de Facturas, tienes siempre a mano el pago y su justificante.'],
        action: { label: 'Ir a mi panel', url: `${siteUrl}/client` },
      }
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

const withoutToken = (kind: string): never => {
  throw new Error(`mail of kind ${kind} has no token`)
}
