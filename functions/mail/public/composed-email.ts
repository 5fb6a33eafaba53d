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

export interface EmailChoices {
  readonly options: readonly (EmailLink & Pick<EmailAppointment, 'startsAt' | 'durationMinutes' | 'own'>)[]
  readonly other: EmailLink
  readonly note: string
}

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
  /** @default the beginning of the mail */
  readonly preheader?: string
  readonly greeting: string
  readonly appointment?: EmailAppointment
  readonly paragraphs: readonly string[]
  readonly points?: readonly string[]
  readonly entries?: readonly DigestEntry[]
  readonly code?: string
  readonly choices?: EmailChoices
  readonly afterChoices?: readonly string[]
  readonly action?: EmailLink & { readonly note?: string }
  readonly links?: readonly EmailLink[]
  readonly facts?: readonly (readonly [name: string, text: string])[]
  readonly closing?: string
}

/**
 * Mails of older versions may contain names that no form accepts any more. Clients without a name have their address as
 * name, which is not used for the greeting.
 */
export function formatEmailGreeting(name = ''): string {
  const [given = ''] = (name.includes('@') ? '' : cleanPersonName(name)).split(' ')
  return given ? `Hola, ${given}:` : 'Hola:'
}

const titleOf = ({ subject, title }: ComposedEmail): string => title ?? subject.replace(` | ${PRODUCT_NAME}`, '')

const preheaderOf = ({ preheader, appointment, paragraphs }: ComposedEmail): string =>
  preheader ?? (appointment?.sentence || (paragraphs[0] ?? ''))

const paragraph = (words: string) => `<p class="text" style="${emailStyles.text}">${toEmailHtml(words)}</p>`

const pointsHtml = (points: readonly string[] = []): string =>
  points.length === 0
    ? ''
    : `<ul style="margin:0 0 16px;padding:0 0 0 22px">${points.map((words) => `<li class="text" style="${emailStyles.point}">${escapeHtml(words)}</li>`).join('')}</ul>`

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
  const { subject, greeting, appointment, paragraphs, points, entries = [], code, choices } = email
  const { afterChoices = [], action, links = [], facts = [], closing } = email
  const content =
    `<h1 class="strong" style="${emailStyles.title}">${escapeHtml(titleOf(email))}</h1>` +
    paragraph(greeting) +
    (appointment ? renderAppointmentHtml(appointment) : '') +
    paragraphs.map(paragraph).join('') +
    pointsHtml(points) +
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
  const { greeting, appointment, paragraphs, points = [], entries = [], code, choices } = email
  const { afterChoices = [], action, links = [], facts = [], closing } = email
  return [
    greeting,
    appointment?.sentence,
    appointment?.own && `${upperFirst(appointment.own)}.`,
    ...paragraphs,
    points.map((words) => `- ${words}`).join('\n'),
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
