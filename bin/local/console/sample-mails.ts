import escapeHtml from 'escape-html'
import { mailKindLabels } from '../../../functions/privacy/stored-value-labels.ts'
import { renderEmailHtml, renderEmailText } from '../../../functions/mail/public/composed-email.ts'
import { embedEmailLogo } from '../mail-samples/embed-email-logo.ts'
import { listMailSamples, type MailSample, type SampleReader } from '../mail-samples/mail-samples.ts'
import { renderLocalConsoleDocument } from './document.ts'
import { replyHtml, type LocalConsoleRequestHandler } from './http.ts'

const readers: Readonly<Record<SampleReader, string>> = {
  client: 'Para clientes',
  practice: 'Para la consulta',
  anybody: 'Para direcciones sin comprobar',
}

/** A frame follows the browser's colour scheme, so the mail's media rules are switched on or off instead. */
const inScheme = (html: string, scheme: 'light' | 'dark'): string =>
  html
    .replaceAll('@media (prefers-color-scheme:dark)', scheme === 'dark' ? '@media all' : '@media not all')
    .replace(':root{color-scheme:light dark}', `:root{color-scheme:${scheme}}`)

const schemeNames = { light: 'claro', dark: 'oscuro' } as const

/** Inert: the links of a sample lead nowhere. */
const frame = (sample: MailSample, html: string, scheme: 'light' | 'dark'): string =>
  `<iframe loading="lazy" title="${escapeHtml(`${sample.name}, en ${schemeNames[scheme]}`)}" sandbox="" srcdoc="${escapeHtml(inScheme(html, scheme))}"></iframe>`

async function renderSample(sample: MailSample, siteUrl: string): Promise<string> {
  const { name, email } = sample
  const html = await embedEmailLogo(renderEmailHtml(email, siteUrl))
  return `<article aria-labelledby="${name}-title">
<h3 id="${name}-title">${escapeHtml(email.subject)}</h3>
<p class="quiet">${escapeHtml(mailKindLabels[sample.kind])} · <code>${name}</code></p>
<div class="frames">${frame(sample, html, 'light')}${frame(sample, html, 'dark')}
<pre tabindex="0" aria-label="${escapeHtml(`${name}, texto sin formato`)}">${escapeHtml(renderEmailText(email, siteUrl))}</pre></div>
</article>`
}

async function renderSampleMails(siteUrl: string): Promise<string> {
  const samples = listMailSamples(siteUrl)
  const groups = await Promise.all(
    Object.entries(readers).map(async ([reader, title]) => {
      const sections = samples.filter((sample) => sample.reader === reader)
      const rendered = await Promise.all(sections.map((sample) => renderSample(sample, siteUrl)))
      return `<h2>${title} (${rendered.length})</h2>${rendered.join('\n')}`
    }),
  )
  return renderLocalConsoleDocument(
    'Todos los correos · Mesa local',
    `<header><p><a href="/_local">Volver a la mesa local</a></p><h1>Todos los correos</h1>
<p>Cada correo que envía la aplicación, con datos de muestra: en claro, en oscuro y en texto sin formato.</p></header>
<main class="samples">${groups.join('\n')}</main>`,
  )
}

export const showSampleMails: LocalConsoleRequestHandler = async ({ request, response }) =>
  replyHtml(response, await renderSampleMails(`http://${request.headers.host ?? 'localhost'}`))
