/** A link of a mail: its address and the words it was set on (the address itself in plain text). */
export interface MailLink {
  readonly href: string
  readonly words: string
}

const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a\s*>/gis
const PLAIN = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** The web addresses of a mail, each once, those of its HTML first. Other schemes (`javascript:` …) are left out. */
export function mailLinks({ html, text }: { html: string; text: string }): MailLink[] {
  const links = new Map<string, string>()
  const add = (href: string, words: string) => {
    if (isWebAddress(href) && !links.has(href)) links.set(href, words === '' ? href : words)
  }
  for (const [, double, single, inner = ''] of html.matchAll(ANCHOR)) {
    add(decoded(double ?? single ?? '').trim(), wordsOf(inner))
  }
  for (const [href] of text.matchAll(PLAIN)) add(href, href)
  return [...links].map(([href, words]) => ({ href, words }))
}

function isWebAddress(href: string): boolean {
  return URL.canParse(href) && /^https?:$/.test(new URL(href).protocol)
}

function wordsOf(html: string): string {
  return decoded(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
