import escapeHtml from 'escape-html'
import { cleanPersonName } from '#contract/person-name'
import { PRODUCT_NAME } from '#contract/product'

export interface ComposedEmail {
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly closing?: string
}

/**
 * Mails of older versions may carry names that no form accepts any more. Clients without a name are filed under their
 * address, which is no form of address.
 */
export function formatEmailGreeting(name = ''): string {
  const clean = name.includes('@') ? '' : cleanPersonName(name)
  return clean ? `Hola, ${clean}:` : 'Hola:'
}

const STYLE = {
  body: 'margin:0;padding:24px;background:#f6f1e7;color:#12211f;font:16px/1.6 Georgia,serif',
  card: 'max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:16px',
  name: 'margin:0 0 24px;color:#1f5f57;font-size:22px',
  button:
    'display:inline-block;padding:12px 24px;background:#1f5f57;color:#ffffff;border-radius:999px;text-decoration:none',
  small: 'color:#12211f;font-size:13px',
}

const paragraph = (words: string) => `<p>${escapeHtml(words)}</p>`

export function renderEmailHtml({ subject, greeting, paragraphs, action, closing }: ComposedEmail): string {
  const button = action
    ? `<p><a style="${STYLE.button}" href="${escapeHtml(action.url)}">${escapeHtml(action.label)}</a></p>` +
      `<p style="${STYLE.small}">Si el botón no funciona, copia esta dirección en tu navegador:<br>${escapeHtml(action.url)}</p>`
    : ''
  return (
    `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="${STYLE.body}"><div style="${STYLE.card}"><p style="${STYLE.name}">${PRODUCT_NAME}</p>` +
    [greeting, ...paragraphs].map(paragraph).join('') +
    button +
    (closing ? paragraph(closing) : '') +
    `<p>Un saludo,<br>El equipo de ${PRODUCT_NAME}</p></div></body></html>`
  )
}

export const renderEmailText = ({ greeting, paragraphs, action, closing }: ComposedEmail): string =>
  [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(closing ? [closing] : []),
    `Un saludo,\nEl equipo de ${PRODUCT_NAME}`,
  ].join('\n\n')
