import escapeHtml from 'escape-html'
import { PRACTICE_TIME_ZONE } from '../../../functions/contract/product.ts'

/** `body` is HTML and is not escaped. */
export function renderLocalConsoleDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_local/console.css">
<script type="module" src="/_local/console.js"></script>
<title>${escapeHtml(title)}</title>
</head>
<body>${body}</body>
</html>`
}

const wallClock = new Intl.DateTimeFormat('es-ES', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: PRACTICE_TIME_ZONE,
})

export function renderTimeElement(instant: Date | string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return escapeHtml(String(instant))
  return `<time datetime="${date.toISOString()}">${wallClock.format(date)}</time>`
}

export interface LocalConsoleButton {
  readonly id: string
  readonly path: string
  readonly body: object
  readonly text: string
  readonly done: string
  /** Accessible name; begins with `text` (WCAG 2.5.3). */
  readonly label?: string
}

export function renderLocalConsoleButton({ id, path, body, text, done, label }: LocalConsoleButton): string {
  const name = label === undefined ? '' : ` aria-label="${escapeHtml(label)}"`
  return `<button type="button" ${renderLocalConsoleAttributes({ id, path, body, done })}${name}>${escapeHtml(text)}</button>`
}

export function renderLocalConsoleAttributes({
  id,
  path,
  body,
  done,
}: Pick<LocalConsoleButton, 'id' | 'path' | 'body' | 'done'>): string {
  return `id="${escapeHtml(id)}" data-post="${path}" data-body="${escapeHtml(JSON.stringify(body))}" data-done="${escapeHtml(done)}"`
}
