import escapeHtml from 'escape-html'
import { htmlDocument, timeElement } from './document.ts'
import { mailLinks } from './mail-links.ts'
import type { Mail } from './parts.ts'

/** One mail: who, when, its links, its HTML in a frame that cannot run scripts, its text and its attachments. */
export function messagePage(mail: Mail): string {
  const subject = mail.subject || '(sin asunto)'
  return htmlDocument(
    `${subject} · Mesa local`,
    `<header><p><a href="/_local">Volver a la mesa local</a></p><h1>${escapeHtml(subject)}</h1></header>
<main class="single">
<section aria-label="Datos del mensaje">
<dl>
<div><dt>De</dt><dd>${escapeHtml(mail.from)}</dd></div>
<div><dt>Para</dt><dd>${escapeHtml(mail.to.join(', '))}</dd></div>
<div><dt>Enviado</dt><dd>${timeElement(mail.sentAt)}</dd></div>
</dl>
</section>
${links(mail)}${attachments(mail)}${shown(mail)}
<section aria-labelledby="text-title">
<h2 id="text-title">Texto sin formato</h2>
<pre tabindex="0" aria-labelledby="text-title">${escapeHtml(mail.text) || 'El mensaje no tiene texto.'}</pre>
</section>
</main>`,
  )
}

export function missingPage(message: string): string {
  return htmlDocument(
    'No encontrado · Mesa local',
    `<header><p><a href="/_local">Volver a la mesa local</a></p><h1>No encontrado</h1></header>
<main class="single"><section><p>${escapeHtml(message)}</p></section></main>`,
  )
}

function links(mail: Mail): string {
  const found = mailLinks(mail)
  if (found.length === 0) return ''
  const items = found.map(({ href, words }) => {
    const address = words === href ? '' : ` <small>${escapeHtml(href)}</small>`
    return `<li><a href="${escapeHtml(href)}">${escapeHtml(words)}</a>${address}</li>`
  })
  return section('links', 'Enlaces del mensaje', `<ul>${items.join('')}</ul>`)
}

function attachments({ id, attachments: files }: Mail): string {
  if (files.length === 0) return ''
  const items = files.map(({ filename, contentType, size }, place) => {
    const href = `/_local/mail/${encodeURIComponent(id)}?attachment=${place}`
    return `<li><a href="${escapeHtml(href)}" download>${escapeHtml(filename)}</a> <small>${escapeHtml(contentType)}, ${bytes(size)}</small></li>`
  })
  return section('attachments', 'Adjuntos', `<ul>${items.join('')}</ul>`)
}

function shown({ html }: Mail): string {
  if (html === '') return ''
  // No scripts and no origin; a person's click on a link leaves the frame, because the product refuses to be framed.
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
