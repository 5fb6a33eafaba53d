import escapeHtml from 'escape-html'
import type { DisputeAct } from '../stripe/disputes.ts'
import type { StripeCharge, StripeDispute } from '../stripe/stripe-objects.ts'
import { renderLocalConsoleButton } from './document.ts'

const SHOWN = 50

const buttons: Readonly<Record<DisputeAct, readonly [text: string, done: string]>> = {
  open: ['Disputar', 'Pago disputado.'],
  'open-part': ['Disputar la mitad', 'La mitad del pago está disputada.'],
  inquire: ['Preguntar', 'El banco pregunta por el pago.'],
  answer: ['Responder', 'Disputa respondida.'],
  escalate: ['Convertir en disputa', 'La consulta es ahora una disputa.'],
  win: ['Ganar', 'Disputa ganada.'],
  lose: ['Perder', 'Disputa perdida.'],
  'lose-part': ['Perder la mitad', 'Disputa perdida en parte.'],
  close: ['Cerrar', 'Consulta cerrada.'],
}

const acts: Readonly<Record<StripeDispute['status'], readonly DisputeAct[]>> = {
  warning_needs_response: ['answer', 'escalate', 'close'],
  warning_under_review: ['escalate', 'close'],
  warning_closed: [],
  needs_response: ['answer', 'win', 'lose', 'lose-part'],
  under_review: ['win', 'lose', 'lose-part'],
  won: [],
  lost: ['win'],
}

export interface DisputableCharges {
  readonly charges: readonly StripeCharge[]
  readonly disputes: readonly StripeDispute[]
}

export function renderDisputes({ charges, disputes }: DisputableCharges): string {
  const open = disputes.filter(({ status }) => acts[status].length > 0)
  const undisputed = charges.filter(({ id }) => disputes.every(({ charge }) => charge !== id))
  return (
    list(
      'Disputas',
      open.map((each) => item(each, `${formatAmount(each)}: ${each.status}`, acts[each.status])),
    ) +
    list(
      'Pagos que se pueden disputar',
      undisputed.slice(0, SHOWN).map((each) => {
        const { email } = each.billing_details
        return item(each, `${formatAmount(each)}${email ? ` de ${email}` : ''}`, ['open', 'open-part', 'inquire'])
      }),
    )
  )
}

const list = (title: string, items: readonly string[]): string =>
  items.length > 0 ? `<h3>${title}</h3><ul>${items.join('')}</ul>` : ''

function item({ id }: { readonly id: string }, words: string, offered: readonly DisputeAct[]): string {
  const row = offered.map((act) => {
    const [text, done] = buttons[act]
    const label = `${text}: ${words}`
    return renderLocalConsoleButton({
      id: `${act}-${id}`,
      path: '/_local/stripe/dispute',
      body: { id, act },
      text,
      label,
      done,
    })
  })
  return `<li>${escapeHtml(words)} <small>${escapeHtml(id)}</small><div class="row">${row.join('')}</div></li>`
}

const formatAmount = ({ amount, currency }: { readonly amount: number; readonly currency: string }): string =>
  new Intl.NumberFormat('es-ES', { style: 'currency', currency }).format(amount / 100)
