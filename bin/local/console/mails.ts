import escapeHtml from 'escape-html'
import { renderLocalConsoleDocument, renderTimeElement } from './document.ts'
import {
  LocalConsoleRefusal,
  replyDownload,
  replyJson,
  replyHtml,
  type LocalConsoleRequestHandler,
  type LocalConsoleRequest,
} from './http.ts'
import type { CapturedMail } from './local-console-dependencies.ts'

/** `words` is the linked text; in plain text the URL itself. */
export interface MailLink {
  readonly href: string
  readonly words: string
}

const ANCHOR = /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')[^>]*>(.*?)<\/a\s*>/gis
const PLAIN = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Each URL once, those of the HTML first. Other schemes (`javascript:` …) are left out. */
function mailLinks({ html, text }: { html: string; text: string }): MailLink[] {
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

/** Newest first; `?to=` filters by part of the address. */
export const listCapturedMails: LocalConsoleRequestHandler = ({ parts, request, response }) => {
  const to = new URL(request.url ?? '/', 'http://local').searchParams.get('to') ?? ''
  const mails = parts.mailbox().filter((mail) => mail.to.join().includes(to))
  replyJson(response, mails.map(listedMail))
}

function listedMail({ id, to, subject, text, html, attachments, sentAt }: CapturedMail): Omit<CapturedMail, 'from'> {
  return { id, to, subject, text, html, attachments, sentAt }
}

export function replyCapturedMail(id: string): LocalConsoleRequestHandler {
  return (visit) => {
    const mail = mailOf(visit, id)
    const wantsPage = visit.request.headers.accept?.includes('text/html') === true
    if (mail && wantsPage) return replyHtml(visit.response, messagePage(mail))
    if (mail) return replyJson(visit.response, listedMail(mail))
    if (wantsPage) return replyHtml(visit.response, missingPage(MISSING), 404)
    throw new LocalConsoleRefusal(404, MISSING)
  }
}

export function replyMailAttachment(id: string, place: string): LocalConsoleRequestHandler {
  return (visit) => {
    const attachment = mailOf(visit, id)?.attachments[Number(place)]
    if (!attachment) throw new LocalConsoleRefusal(404, 'Ese mensaje no tiene ese adjunto.')
    replyDownload(visit.response, Buffer.from(attachment.content, 'base64'), attachment.filename)
  }
}

const MISSING = 'Ese mensaje no está en el buzón.'

function mailOf({ parts }: LocalConsoleRequest, id: string): CapturedMail | undefined {
  return parts.mailbox().find((mail) => mail.id === id)
}

/** The HTML is shown in a frame that cannot run scripts. */
function messagePage(mail: CapturedMail): string {
  const subject = mail.subject || '(sin asunto)'
  return renderLocalConsoleDocument(
    `${subject} · Mesa local`,
    `<header><p><a href="/_local">Volver a la mesa local</a></p><h1>${escapeHtml(subject)}</h1></header>
<main class="single">
<section aria-label="Datos del mensaje">
<dl>
<div><dt>De</dt><dd>${escapeHtml(mail.from)}</dd></div>
<div><dt>Para</dt><dd>${escapeHtml(mail.to.join(', '))}</dd></div>
<div><dt>Enviado</dt><dd>${renderTimeElement(mail.sentAt)}</dd></div>
</dl>
</section>
${linkList(mail)}${attachmentList(mail)}${renderHtmlPreview(mail)}
<section aria-labelledby="text-title">
<h2 id="text-title">Texto sin formato</h2>
<pre tabindex="0" aria-labelledby="text-title">${escapeHtml(mail.text) || 'El mensaje no tiene texto.'}</pre>
</section>
</main>`,
  )
}

function missingPage(message: string): string {
  return renderLocalConsoleDocument(
    'No encontrado · Mesa local',
    `<header><p><a href="/_local">Volver a la mesa local</a></p><h1>No encontrado</h1></header>
<main class="single"><section><p>${escapeHtml(message)}</p></section></main>`,
  )
}

function linkList(mail: CapturedMail): string {
  const found = mailLinks(mail)
  if (found.length === 0) return ''
  const items = found.map(({ href, words }) => {
    const address = words === href ? '' : ` <small>${escapeHtml(href)}</small>`
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(words)}</a>${address}</li>`
  })
  return section('links', 'Enlaces del mensaje', `<ul>${items.join('')}</ul>`)
}

function attachmentList({ id, attachments: files }: CapturedMail): string {
  if (files.length === 0) return ''
  const items = files.map(({ filename, contentType, size }, place) => {
    const href = `/_local/mail/${encodeURIComponent(id)}?attachment=${place}`
    return `<li><a href="${escapeHtml(href)}" download>${escapeHtml(filename)}</a> <small>${escapeHtml(contentType)}, ${bytes(size)}</small></li>`
  })
  return section('attachments', 'Adjuntos', `<ul>${items.join('')}</ul>`)
}

function renderHtmlPreview({ html }: CapturedMail): string {
  if (html === '') return ''
  // No scripts and no origin; a clicked link opens in the top window, because the product refuses to be framed.
  const content = escapeHtml(`<!doctype html><base target="_top">${html}`)
  const frame = `<iframe title="Mensaje con formato" sandbox="allow-top-navigation-by-user-activation" srcdoc="${content}"></iframe>`
  return section('html', 'Mensaje', frame)
}

function section(id: string, title: string, content: string): string {
  return `<section aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${content}</section>\n`
}

function bytes(size: number): string {
  return size < 1024 ? `${size} B` : `${new Intl.NumberFormat('es-ES').format(Math.round(size / 1024))} kB`
}
