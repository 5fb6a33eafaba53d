import escapeHtml from 'escape-html'
import type { MailOutcome, SendingState, SesAccountSettings } from '../ses/account.ts'
import type { SuppressedDestination } from '../ses/feedback.ts'
import { renderLocalConsoleAttributes, renderLocalConsoleButton } from './document.ts'

export interface MailServiceState extends SesAccountSettings {
  readonly suppressed: readonly SuppressedDestination[]
}

const PATH = '/_local/mail-service'

const switchTexts = {
  sandbox: 'Zona de pruebas: solo direcciones verificadas',
  throttling: 'Límite de envíos por segundo',
  quotaReached: 'Cuota del día agotada',
  twice: 'Cada aviso llega dos veces',
} as const

const sendingTexts: Readonly<Record<SendingState, string>> = {
  enabled: 'Envía',
  paused: 'En pausa',
  suspended: 'Suspendida por AWS',
}

const outcomeTexts: Readonly<Record<MailOutcome, string>> = {
  delivery: 'Llega',
  bounce: 'Se devuelve: no existe',
  'soft-bounce': 'Se devuelve: buzón lleno',
  'automatic-reply': 'Llega, y contesta que está fuera',
  complaint: 'Se marca como no deseado',
  reject: 'SES lo rechaza por un virus',
}

export function renderMailService({ suppressed, ...state }: MailServiceState): string {
  const names = Object.keys(switchTexts) as (keyof typeof switchTexts)[]
  return `<ul>${names.map((name) => switchOf(name, state[name])).join('')}</ul>
<p id="mail-sending">La cuenta</p>
${choices('sending', sendingTexts, state.sending)}
<p id="mail-outcome">Lo que pasa con cada mensaje</p>
${choices('outcome', outcomeTexts, state.outcome)}
${suppressionList(suppressed)}`
}

function switchOf(name: keyof typeof switchTexts, on: boolean): string {
  const order = renderLocalConsoleAttributes({
    id: `mail-${name}`,
    path: PATH,
    body: { [name]: !on },
    done: `${switchTexts[name]}: ${on ? 'no' : 'sí'}.`,
  })
  return `<li class="row"><span id="mail-${name}-name">${switchTexts[name]}</span>
<button type="button" role="switch" aria-checked="${on}" aria-labelledby="mail-service-title mail-${name}-name" ${order}>${on ? 'Sí' : 'No'}</button></li>`
}

const choices = (name: 'sending' | 'outcome', texts: Readonly<Record<string, string>>, chosen: string): string =>
  `<div class="row" role="group" aria-labelledby="mail-service-title mail-${name}">${Object.entries(texts)
    .map(([value, text]) => {
      const order = { id: `mail-${value}`, path: PATH, body: { [name]: value }, done: `${text}.` }
      return `<button type="button" aria-pressed="${value === chosen}" ${renderLocalConsoleAttributes(order)}>${text}</button>`
    })
    .join('')}</div>`

function suppressionList(suppressed: readonly SuppressedDestination[]): string {
  if (suppressed.length === 0) return '<p class="quiet">Ninguna dirección está en la lista de supresión.</p>'
  const items = suppressed.map(({ address }) => {
    const button = renderLocalConsoleButton({
      id: `unsuppress-${address}`,
      path: `${PATH}/unsuppress`,
      body: { address },
      text: 'Quitar',
      label: `Quitar ${address} de la lista de supresión`,
      done: 'Dirección quitada.',
    })
    return `<li class="row"><span>${escapeHtml(address)}</span>${button}</li>`
  })
  return `<h3>Lista de supresión</h3><ul>${items.join('')}</ul>`
}
