import escape from 'escape-html'
import { PRACTICE_TIME_ZONE } from '../../../functions/contract/product.ts'
import type { StripeCharge, CheckoutSession, StripeLineItem } from './stripe-objects.ts'

const style = `
*{box-sizing:border-box}
body{margin:0;background:#f6f8fa;color:#1a1f36;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
.banner{margin:0;padding:.75rem 1rem;background:#fff3cd;border-bottom:1px solid #b58900;color:#4d3800;text-align:center;font-weight:600}
main{max-width:30rem;margin:2rem auto;padding:1.5rem;background:#fff;border:1px solid #d5dbe1;border-radius:12px}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.25}
dl{margin:0 0 1.5rem}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.375rem 0}
dt{margin:0}dd{margin:0;white-space:nowrap}
@media(max-width:32rem){main{margin:1rem}}
dl .total{margin-top:.5rem;padding-top:.75rem;border-top:1px solid #d5dbe1;font-size:1.125rem;font-weight:700}
label{display:block;margin-bottom:.25rem;font-weight:600}
input{width:100%;margin-bottom:1rem;padding:.625rem .75rem;border:1px solid #697386;border-radius:8px;background:#fff;color:inherit;font:inherit}
button{display:block;width:100%;min-height:44px;margin:0 0 .75rem;padding:.625rem 1rem;border:1px solid #697386;border-radius:8px;background:#fff;color:#1a1f36;font:inherit;font-weight:600;cursor:pointer}
button.pay{border-color:#0b5d3b;background:#0b5d3b;color:#fff}
button:hover{filter:brightness(.95)}
:focus-visible{outline:3px solid #1d4ed8;outline-offset:2px}
.alert{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid #b42318;border-radius:8px;background:#fef3f2;color:#8a1c12}
.note{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid #0b5d3b;border-radius:8px;background:#ecfdf3;color:#0b5d3b}
.terms{margin:0 0 1.5rem;color:#3c4257;font-size:.875rem}
.card{margin:0 0 1.5rem;padding:.75rem 1rem;border:1px dashed #697386;border-radius:8px;color:#3c4257}
details{margin-top:1rem}summary{padding:.5rem 0;cursor:pointer}
a{color:#1d4ed8}
`

const banner = 'Pasarela de pago de pruebas: no se realiza ningún cargo real'

export interface PaymentPageMessage {
  readonly role: 'alert' | 'status'
  readonly text: string
}

export interface PaymentPageContent {
  readonly session: CheckoutSession
  readonly items: readonly StripeLineItem[]
  /** Identifies this rendering of the page, see `CheckoutPayer`. */
  readonly attempt: string
  readonly action: string
  readonly email: string
  readonly remark?: PaymentPageMessage | undefined
}

function money(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('es-ES', { style: 'currency', currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(cents / 10 ** digits).replaceAll('\u00a0', ' ')
}

export function renderLocalPaymentPage(page: PaymentPageContent): string {
  const { session, remark } = page
  const total = money(session.amount_total, session.currency)
  return document(
    `Pagar ${total}`,
    `<h1>Completa tu pago</h1>
${remark ? remarkBox(remark) : ''}
${summary(page)}
<form method="post" action="${escape(page.action)}">
<input type="hidden" name="attempt" value="${escape(page.attempt)}">
<label for="email">Correo electrónico</label>
<input id="email" name="email" type="email" autocomplete="email" required value="${escape(page.email)}">
${session.allow_promotion_codes ? codeField : ''}
<p class="card">Tarjeta de pruebas: Visa terminada en 4242</p>
<button class="pay" name="act" value="pay">Pagar ${escape(total)}</button>
${session.custom_text.submit ? `<p class="terms">${escape(session.custom_text.submit.message)}</p>` : ''}
<button name="act" value="decline" formnovalidate>Simular tarjeta rechazada</button>
${session.cancel_url === null ? '' : '<button name="act" value="back" formnovalidate>Volver</button>'}
<details><summary>Otros resultados</summary>
<button name="act" value="later">Pago diferido: se confirma más tarde</button>
</details>
</form>`,
  )
}

const codeField = `<label for="code">Código de descuento</label>
<input id="code" name="code" autocomplete="off" autocapitalize="characters">
<button name="act" value="apply" formnovalidate>Aplicar código</button>`

function remarkBox({ role, text }: PaymentPageMessage): string {
  return `<p class="${role === 'alert' ? 'alert' : 'note'}" role="${role}">${escape(text)}</p>`
}

function summary({ session, items }: PaymentPageContent): string {
  const { currency, amount_subtotal, amount_total, total_details } = session
  const lines = items.map(({ description, quantity, amount_subtotal: amount }) => {
    const name = quantity === 1 ? description : `${description} × ${quantity}`
    return row(name, money(amount, currency))
  })
  const discount = total_details.amount_discount
  if (discount > 0) {
    lines.push(row('Subtotal', money(amount_subtotal, currency)), row('Descuento', `−${money(discount, currency)}`))
  }
  return `<dl>${lines.join('')}${row('Total', money(amount_total, currency), 'total')}</dl>`
}

function row(name: string, amount: string, kind = ''): string {
  return `<div${kind && ` class="${kind}"`}><dt>${escape(name)}</dt><dd>${escape(amount)}</dd></div>`
}

export function renderLocalPaymentNotice(
  title: string,
  sentence: string,
  link?: { href: string; text: string },
): string {
  const way = link ? `<p><a href="${escape(link.href)}">${escape(link.text)}</a></p>` : ''
  return document(title, `<h1>${escape(title)}</h1><p>${escape(sentence)}</p>${way}`)
}

export function renderLocalReceiptPage(charge: StripeCharge): string {
  const paid = money(charge.amount, charge.currency)
  const refunded = charge.amount_refunded === 0 ? '' : row('Devuelto', money(charge.amount_refunded, charge.currency))
  const date = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeZone: PRACTICE_TIME_ZONE })
  return document(
    'Recibo',
    `<h1>Recibo</h1><dl>${row('Fecha', date.format(charge.created * 1000))}${row('Pagado', paid, 'total')}${refunded}</dl>`,
  )
}

function document(title: string, content: string): string {
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · Pago de pruebas</title>
<style>${style}</style>
</head>
<body>
<header><p class="banner">${banner}</p></header>
<main>${content}</main>
</body>
</html>`
}
