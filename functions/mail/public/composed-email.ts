import escapeHtml from 'escape-html'
import { cleanPersonName } from '#contract/person-name'
import { PRODUCT_NAME } from '#contract/product'
import { type EmailAppointment, renderAppointmentHtml, upperFirst } from './appointment-block.ts'
import {
  emailStyles,
  renderEmailButton,
  renderEmailFooterText,
  renderEmailFrame,
  toEmailHtml,
} from './email-template.ts'

interface EmailLink {
  readonly label: string
  readonly url: string
}

/** Links of which the reader takes one. */
export interface EmailChoices {
  readonly options: readonly (EmailLink & Pick<EmailAppointment, 'startsAt' | 'durationMinutes' | 'own'>)[]
  readonly other: EmailLink
  readonly note: string
}

/** One of several things that a mail tells. */
export interface DigestEntry {
  readonly sentence: string
  readonly appointment?: Omit<EmailAppointment, 'sentence'>
  readonly details: readonly string[]
  readonly link: EmailLink
}

export interface ComposedEmail {
  readonly subject: string
  /** @default the subject */
  readonly title?: string
  /** @default what the mail begins with */
  readonly preheader?: string
  readonly greeting: string
  readonly appointment?: EmailAppointment
  readonly paragraphs: readonly string[]
  readonly entries?: readonly DigestEntry[]
  readonly code?: string
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

/** Beside the practice's logo its name says nothing more. */
const titleOf = ({ subject, title }: ComposedEmail): string => title ?? subject.replace(` | ${PRODUCT_NAME}`, '')

const preheaderOf = ({ preheader, appointment, paragraphs }: ComposedEmail): string =>
  preheader ?? (appointment?.sentence || (paragraphs[0] ?? ''))

const paragraph = (words: string) => `<p class="text" style="${emailStyles.text}">${toEmailHtml(words)}</p>`

const anchor = ({ label, url }: EmailLink) =>
  `<a class="link" style="${emailStyles.link}" href="${escapeHtml(url)}">${toEmailHtml(label)}</a>`

const choicesHtml = ({ options, other, note }: EmailChoices): string =>
  [
    ...options.map(({ url, ...hour }) =>
      renderAppointmentHtml({ ...hour, choice: { label: 'Elegir esta hora', url } }),
    ),
    `<p class="text" style="${emailStyles.text};text-align:center">${anchor(other)}</p>`,
    `<p class="soft" style="${emailStyles.small}">${escapeHtml(note)}</p>`,
  ].join('')

const entryHtml = ({ sentence, appointment, details, link }: DigestEntry): string =>
  renderAppointmentHtml({ ...appointment, sentence, details, linkHtml: anchor(link) })

const actionHtml = ({ note, ...link }: NonNullable<ComposedEmail['action']>): string =>
  renderEmailButton(link) +
  (note
    ? `<p class="soft" style="${emailStyles.note}">${escapeHtml(note)}</p>`
    : `<p class="soft" style="${emailStyles.small}">Si el botón no funciona, copia esta dirección en tu navegador:<br>${escapeHtml(link.url)}</p>`)

/** Of a fact. What is longer is a sentence. */
const MAX_BOLD_LENGTH = 48

const factsHtml = (facts: NonNullable<ComposedEmail['facts']>): string =>
  '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 8px">' +
  facts
    .map(
      ([name, text]) =>
        `<tr><td class="soft fact" style="${emailStyles.factName}">${escapeHtml(name)}</td><td class="strong fact" style="${text.length > MAX_BOLD_LENGTH ? emailStyles.factRule : emailStyles.factText}">${toEmailHtml(text)}</td></tr>`,
    )
    .join('') +
  '</table>'

export function renderEmailHtml(email: ComposedEmail, siteUrl: string): string {
  const { subject, greeting, appointment, paragraphs, entries = [], code, choices, afterChoices = [] } = email
  const { action, links = [], facts = [], closing } = email
  const content =
    `<h1 class="strong" style="${emailStyles.title}">${escapeHtml(titleOf(email))}</h1>` +
    paragraph(greeting) +
    (appointment ? renderAppointmentHtml(appointment) : '') +
    paragraphs.map(paragraph).join('') +
    entries.map(entryHtml).join('') +
    (code ? `<p class="strong block" style="${emailStyles.code}">${escapeHtml(code)}</p>` : '') +
    (choices ? choicesHtml(choices) : '') +
    afterChoices.map(paragraph).join('') +
    (action ? actionHtml(action) : '') +
    (links.length > 0
      ? `<p class="soft" style="${emailStyles.text};text-align:center">${links.map((link) => `<span style="white-space:nowrap">${anchor(link)}</span>`).join(' &nbsp; &nbsp; ')}</p>`
      : '') +
    (facts.length > 0 ? factsHtml(facts) : '') +
    (closing ? paragraph(closing) : '') +
    `<p class="text" style="${emailStyles.text}">Un saludo,<br>El equipo de ${PRODUCT_NAME}</p>`
  return renderEmailFrame({ subject, preheader: preheaderOf(email), siteUrl, content })
}

const linkText = ({ label, url }: EmailLink): string => `${label}:\n${url}`

const choicesText = ({ options, other, note }: EmailChoices): readonly string[] => [
  ...options.map(({ label, own, url }) => linkText({ label: own ? `${label} (${own})` : label, url })),
  linkText(other),
  note,
]

const actionText = ({ note, ...link }: NonNullable<ComposedEmail['action']>): string =>
  note ? `${linkText(link)}\n${note}` : linkText(link)

export function renderEmailText(email: ComposedEmail, siteUrl: string): string {
  const { greeting, appointment, paragraphs, entries = [], code, choices, afterChoices = [] } = email
  const { action, links = [], facts = [], closing } = email
  return [
    greeting,
    appointment?.sentence,
    appointment?.own && `${upperFirst(appointment.own)}.`,
    ...paragraphs,
    ...entries.map(({ sentence, details, link }) => [`- ${sentence}`, ...details, linkText(link)].join('\n')),
    code,
    ...(choices ? choicesText(choices) : []),
    ...afterChoices,
    action && actionText(action),
    ...links.map(linkText),
    facts.map(([name, text]) => `${name}: ${text}`).join('\n'),
    closing,
    `Un saludo,\nEl equipo de ${PRODUCT_NAME}`,
    renderEmailFooterText(siteUrl),
  ]
    .filter(Boolean)
    .join('\n\n')
}
