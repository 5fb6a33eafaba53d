import * as z from 'zod/mini'
import './spanish.ts'

/** A prefix of three letters and lower-case random characters: ids survive case folding and show their type. */
const idOf = (prefix: string) => z.string().check(z.regex(new RegExp(`^${prefix}_[a-z0-9-]{8,64}$`)))

export const UserId = idOf('usr')
export const CustomerId = idOf('cus')
export const OrderId = idOf('ord')
export const PaymentId = idOf('pay')
export const MailId = idOf('mai')
export const FileId = idOf('fil')
export const SupplementId = idOf('sup')
export const ClientSupplementId = idOf('csu')
export const TemplateId = idOf('tpl')
export const ConsultationId = idOf('con')
export const ConsentReceiptId = idOf('cns')
export const WithdrawalId = idOf('wdr')
export const FindingId = idOf('fnd')
export const ImportId = idOf('imp')
export const AuditId = idOf('aud')

/** IPv4 or IPv6, checked by characters only. */
export const IpAddress = z.string().check(z.regex(/^[\da-f.:]{2,45}$/i))

export const Instant = z.iso.datetime()
export const Day = z.iso.date()
export const Cents = z.int().check(z.nonnegative())

export const Email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, { error: 'Email no válido' })),
  z.email({ error: 'Email no válido' }),
)

/** Instant and id of the last item of the previous page. Names no owner, so it opens no other list. */
export const Cursor = z.templateLiteral([Instant, '~', z.string().check(z.regex(/^[a-z]{3}_[a-z0-9-]{8,64}$/))])
export type Cursor = z.infer<typeof Cursor>

export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(Cursor) })

export const PageQuery = z.object({
  cursor: z.optional(Cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
})

/** 256 random bits, base64url. */
export const SecretToken = z.string().check(z.regex(/^[\w-]{43}$/))

export const MAX_BROWSERS = 5

/** Tokens that this browser received from the accounts that signed in with it (`account.issueBrowserToken`). */
export const KnownBrowsers = z.array(SecretToken).check(z.maxLength(MAX_BROWSERS))
