import escapeHtml from 'escape-html'
import { cleanPersonName } from '#contract/person-name'
import { practiceLegalDetails } from '#contract/practice'
import { PRODUCT_NAME } from '#contract/product'
import { type EmailAppointment, emailSenderLine, renderAppointmentHtml } from './appointment-block.ts'

interface EmailLink {
  readonly label: string
  readonly url: string
}

/** Links of which the reader takes one. */
export interface EmailChoices {
  readonly options: readonly (EmailLink & Pick<EmailAppointment, 'startsAt' | 'durationMinutes'>)[]
  readonly other: EmailLink
  readonly note: string
}

export interface ComposedEmail {
  readonly subject: string
  /** Heading of the mail where it has one. */
  readonly title?: string
  readonly greeting: string
  readonly appointment?: EmailAppointment
  readonly paragraphs: readonly string[]
  readonly choices?: EmailChoices
  readonly afterChoices?: readonly string[]
  /** The one button, and what stands below it. */
  readonly action?: EmailLink & { readonly note?: string }
  readonly links?: readonly EmailLink[]
  readonly facts?: readonly (readonly [name: string, text: string])[]
  readonly closing?: string
}

/**
 * The given name. Mails of older versions may carry names that no form accepts any more. Clients without a name are
 * filed under their address, which is no form of address.
 */
export function formatEmailGreeting(name = ''): string {
  const [given = ''] = (name.includes('@') ? '' : cleanPersonName(name)).split(' ')
  return given ? `Hola, ${given}:` : 'Hola:'
}

const STYLE = {
  body: 'margin:0;padding:24px 12px;background:#f6f1e7;color:#12211f;font:17px/1.6 Arial,sans-serif',
  width: 'max-width:600px;margin:0 auto',
  name: 'margin:0 0 16px 12px;color:#12211f;font:700 21px/1.3 Georgia,serif',
  card: 'padding:32px 28px;background:#fffdf9;border:1px solid #e2dacb;border-top:12px solid #1f5f57;border-radius:20px',
  title: 'margin:0 0 8px;color:#12211f;font:700 28px/1.2 Georgia,serif',
  button:
    'display:block;padding:15px 24px;background:#1f5f57;color:#ffffff;border-radius:999px;font-weight:600;text-align:center;text-decoration:none',
  link: 'color:#174a44;font-weight:600',
  small: 'color:#48584f;font-size:14px;word-break:break-word;overflow-wrap:anywhere',
  note: 'margin:-6px 0 16px;color:#48584f;font-size:15px;text-align:center',
  factName: 'padding:12px 12px 12px 0;border-top:1px solid #e2dacb;color:#48584f;vertical-align:top;white-space:nowrap',
  factText: 'padding:12px 0;border-top:1px solid #e2dacb;color:#12211f;font-weight:600',
  footer: 'margin:16px 12px 0;color:#48584f;font-size:14px;line-height:1.6',
}

/** Programs that invert colours by themselves heed it as well. */
const DARK =
  '@media (prefers-color-scheme:dark){body,.page{background:#0f1f1c!important}.card{background:#172b27!important;border-color:#2b433d!important}' +
  '.card,.strong,.text{color:#f2efe8!important}.soft{color:#b9c8bf!important}.block{background:#1f3832!important}.leaf{background:#172b27!important;border-color:#8fb996!important}' +
  '.button,.leaf-head{background:#8fb996!important;color:#0f1f1c!important}.link{color:#a9d0af!important}}'

const paragraph = (words: string) => `<p class="text">${escapeHtml(words)}</p>`

const anchor = ({ label, url }: EmailLink) =>
  `<a class="link" style="${STYLE.link}" href="${escapeHtml(url)}">${escapeHtml(label)}</a>`

const choicesHtml = ({ options, other, note }: EmailChoices): string =>
  [
    ...options.map(({ url, ...hour }) =>
      renderAppointmentHtml({ ...hour, choice: { label: 'Elegir esta hora', url } }),
    ),
    `<p style="text-align:center">${anchor(other)}</p>`,
    `<p class="soft" style="${STYLE.small}">${escapeHtml(note)}</p>`,
  ].join('')

const actionHtml = ({ label, url, note }: NonNullable<ComposedEmail['action']>): string =>
  `<p><a class="button" style="${STYLE.button}" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>` +
  (note
    ? `<p class="soft" style="${STYLE.note}">${escapeHtml(note)}</p>`
    : `<p class="soft" style="${STYLE.small}">Si el botón no funciona, copia esta dirección en tu navegador:<br>${escapeHtml(url)}</p>`)

const factsHtml = (facts: NonNullable<ComposedEmail['facts']>): string =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 8px">' +
  facts
    .map(
      ([name, text]) =>
        `<tr><td class="soft" style="${STYLE.factName}">${escapeHtml(name)}</td><td class="strong" style="${STYLE.factText}">${escapeHtml(text)}</td></tr>`,
    )
    .join('') +
  '</table>'

export function renderEmailHtml(email: ComposedEmail): string {
  const { subject, title, greeting, appointment, paragraphs, choices, afterChoices = [] } = email
  const { action, links = [], facts = [], closing } = email
  const { email: address } = practiceLegalDetails
  return (
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>${DARK}</style></head>` +
    `<body class="page" style="${STYLE.body}"><div style="${STYLE.width}"><p class="text strong" style="${STYLE.name}">${PRODUCT_NAME}</p>` +
    `<div class="card" style="${STYLE.card}">` +
    (title ? `<h1 class="strong" style="${STYLE.title}">${escapeHtml(title)}</h1>` : '') +
    paragraph(greeting) +
    (appointment ? renderAppointmentHtml(appointment) : '') +
    paragraphs.map(paragraph).join('') +
    (choices ? choicesHtml(choices) : '') +
    afterChoices.map(paragraph).join('') +
    (action ? actionHtml(action) : '') +
    (links.length > 0 ? `<p style="text-align:center">${links.map(anchor).join(' &nbsp; ')}</p>` : '') +
    (facts.length > 0 ? factsHtml(facts) : '') +
    (closing ? paragraph(closing) : '') +
    `<p class="text">Un saludo,<br>El equipo de ${PRODUCT_NAME}</p></div>` +
    `<p class="soft" style="${STYLE.footer}">${escapeHtml(emailSenderLine)}<br>` +
    `<a class="link" style="${STYLE.link}" href="mailto:${escapeHtml(address)}">${escapeHtml(address)}</a></p>` +
    '</div></body></html>'
  )
}

export function renderEmailText(email: ComposedEmail): string {
  const { greeting, appointment, paragraphs, choices, afterChoices = [] } = email
  const { action, links = [], facts = [], closing } = email
  return [
    greeting,
    ...(appointment?.sentence ? [appointment.sentence] : []),
    ...paragraphs,
    ...(choices ? [...choices.options, choices.other].map(({ label, url }) => `${label}:\n${url}`) : []),
    ...(choices ? [choices.note] : []),
    ...afterChoices,
    ...(action ? [`${action.label}:\n${action.url}${action.note ? `\n${action.note}` : ''}`] : []),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    ...(facts.length > 0 ? [facts.map(([name, text]) => `${name}: ${text}`).join('\n')] : []),
    ...(closing ? [closing] : []),
    `Un saludo,\nEl equipo de ${PRODUCT_NAME}`,
    `${emailSenderLine} · ${practiceLegalDetails.email}`,
  ].join('\n\n')
}
