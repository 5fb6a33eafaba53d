import PostalMime, { type Address, addressParser, type Attachment as Part, type Email, type Mailbox } from 'postal-mime'

export interface ParsedMailAttachment {
  readonly filename: string
  readonly contentType: string
  /** Base64. */
  readonly content: string
  /** Bytes of the decoded content. */
  readonly size: number
}

/** `to` holds bare addresses, `from` may contain a name. */
export interface ParsedMail {
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly ParsedMailAttachment[]
}

/** `to` contains To, Cc and Bcc. */
export async function parseMimeMail(mime: Uint8Array | string): Promise<ParsedMail> {
  const email = await PostalMime.parse(mime, { attachmentEncoding: 'arraybuffer' })
  return {
    to: [email.to, email.cc, email.bcc].flatMap((addresses) => mailboxes(addresses)).map(({ address }) => address),
    from: fromOf(email),
    subject: email.subject ?? '',
    text: email.text?.trim() ?? (await extractPlainText(email.html ?? '')),
    html: email.html ?? '',
    attachments: email.attachments.map((part) => attachmentOf(part)),
  }
}

export async function extractPlainText(html: string): Promise<string> {
  // The parser appends an HTML part as text if other parts of the message are plain.
  const mime = [
    'Content-Type: multipart/mixed; boundary="part"',
    '',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(html.replaceAll(/<(head|style|title)\b[^>]*>.*?<\/\1\s*>/gis, '')).toString('base64'),
    '--part',
    'Content-Type: text/plain',
    '',
    '',
    '--part--',
  ]
  const { text } = await PostalMime.parse(mime.join('\r\n'))
  return text?.trim() ?? ''
}

/** `a@b.es` of `Name <a@b.es>`; undefined unless there is exactly one. */
export function extractMailAddress(text: string): string | undefined {
  const [mailbox, ...more] = addressParser(text, { flatten: true })
  const address = more.length === 0 ? mailbox?.address : undefined
  return address !== undefined && /^[^\s@<>,;]+@[^\s@<>,;]+$/.test(address) ? address : undefined
}

function mailboxes(addresses: readonly Address[] = []): Mailbox[] {
  return addresses.flatMap((address) => address.group ?? [address])
}

function fromOf(email: Email): string {
  const [mailbox] = mailboxes(email.from ? [email.from] : [])
  if (!mailbox) return ''
  return mailbox.name === '' ? mailbox.address : `${mailbox.name} <${mailbox.address}>`
}

function attachmentOf({ filename, mimeType, content }: Part): ParsedMailAttachment {
  const raw = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
  const bytes = mimeType.startsWith('text/') ? withMailLines(raw) : raw
  return { filename: filename ?? '', contentType: mimeType, content: bytes.toString('base64'), size: bytes.length }
}

/** The parser turns CRLF into LF; calendar files require CRLF. */
function withMailLines(text: Buffer): Buffer {
  return Buffer.from(text.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1')
}
