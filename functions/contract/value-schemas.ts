import * as z from 'zod/mini'
import './spanish.ts'

/** Three-letter prefix and lower-case random characters: ids survive case folding and show their type. */
const idOf = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[a-z0-9-]{8,64}$`)))

export const UserId = idOf('usr')
export const CustomerId = idOf('cus')
export const OrderId = idOf('ord')
export const PaymentId = idOf('pay')
export const RefundId = idOf('ref')
export const MailId = idOf('mai')
export const FileId = idOf('fil')
export const AnalysisId = idOf('ana')
export const SupplementId = idOf('sup')
export const ClientSupplementId = idOf('csu')
export const SupplementTemplateId = idOf('tpl')
export const ConsultationId = idOf('con')
export const CookieConsentReceiptId = idOf('cns')
export const ContractWithdrawalId = idOf('wdr')
export const SecurityFindingId = idOf('fnd')
export const CustomerImportId = idOf('imp')
export const MessageId = idOf('msg')
export const ReplyTemplateId = idOf('tpl')
export const AuditEntryId = idOf('aud')
export const CarePathwayCorrectionId = idOf('cor')
/** Shorter than other ids, because ids of its orders are derived from it. */
export const BudgetId = z.string().check(z.regex(/^bud_[a-z0-9-]{8,40}$/))
export const BudgetTemplateId = idOf('btp')

/** IPv4 or IPv6, checked by characters only. */
export const IpAddress = z.string().check(z.regex(/^[\da-f.:]{2,45}$/i))

/** Any precision, but limited length: it is stored, and part of keys. */
export const IsoInstant = z.iso.datetime().check(z.maxLength(30))
export const CalendarDay = z.iso.date()
export const EuroCents = z.int().check(z.nonnegative())

export const Email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, { error: 'Email no válido' })),
  z.email({ error: 'Email no válido' }),
)

/** Of an account: Cognito takes no longer user name. */
export const AccountEmail = Email.check(
  z.maxLength(128, { error: 'Escribe un correo de 128 caracteres como mucho, que es lo que admite una cuenta' }),
)

/** Instant and id of the last item of the previous page. Contains no owner, so it opens no other list. */
export const PageCursor = z
  .templateLiteral([IsoInstant, '~', z.string().check(z.regex(/^[a-z]{3}_[a-z0-9-]{8,64}$/))])
  // `templateLiteral` ignores the length limits of its parts.
  .check(z.maxLength(100))
export type PageCursor = z.infer<typeof PageCursor>

export const createPageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(PageCursor) })

export const PageQuery = z.object({
  cursor: z.optional(PageCursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
})

/** 256 random bits, base64url. */
export const SecretToken = z.string().check(z.regex(/^[\w-]{43}$/))

export const MAX_KNOWN_BROWSERS = 5

/** Tokens that this browser received from the accounts that signed in with it (`account.keepBrowser`). */
export const KnownBrowserTokens = z.array(SecretToken).check(z.maxLength(MAX_KNOWN_BROWSERS))
