import * as z from 'zod/mini'
import './spanish.ts'

/** Ids are a prefix of three letters and lower-case random characters: they survive case folding and say what they name. */
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

/** An address of IPv4 or IPv6, as far as its characters tell. */
export const IpAddress = z.string().check(z.regex(/^[\da-f.:]{2,45}$/i))

export const Instant = z.iso.datetime()
/** A calendar day, `YYYY-MM-DD`. */
export const Day = z.iso.date()
/** Integer cents of a euro. */
export const Cents = z.int().check(z.nonnegative())

export const Email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254, { error: 'Email no válido' })),
  z.email({ error: 'Email no válido' }),
)

/** Where a list goes on: the instant and the id of the last item of the page before. It names no owner and opens no other list. */
export const Cursor = z.templateLiteral([Instant, '~', z.string().check(z.regex(/^[a-z]{3}_[a-z0-9-]{8,64}$/))])
export type Cursor = z.infer<typeof Cursor>

/** A page of a list: what is on it, and the cursor of the next page or null at the end. */
export const pageOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), next: z.nullable(Cursor) })

/** How much of a list is asked for. Query strings are text, hence the coercion. */
export const PageQuery = z.object({
  cursor: z.optional(Cursor),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 25),
})

/** 256 random bits, base64url. */
export const SecretToken = z.string().check(z.regex(/^[\w-]{43}$/))

/** So many accounts use one browser. */
export const MAX_BROWSERS = 5

/** The tokens that a browser was given by the accounts that signed in with it (`account.issueBrowserToken`). */
export const KnownBrowsers = z.array(SecretToken).check(z.maxLength(MAX_BROWSERS))
