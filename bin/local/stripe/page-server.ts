import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import type { StripeStandInState, LocalCheckout } from './stripe-stand-in-state.ts'
import { expireDueLocalCheckouts } from './checkout.ts'
import {
  renderLocalPaymentNotice,
  renderLocalPaymentPage,
  renderLocalReceiptPage,
  type PaymentPageMessage,
} from './pages.ts'
import {
  simulatePromotionCodeEntry,
  simulateCardDecline,
  simulateCheckoutPayment,
  simulateDeferredPayment,
} from './payment.ts'

interface Submission {
  readonly act: string
  readonly attempt: string
  readonly email: string
  readonly code: string
}

interface Visit {
  readonly account: StripeStandInState
  readonly response: ServerResponse
  readonly checkout: LocalCheckout
  readonly action: string
}

export function createLocalPaymentPageServer(account: StripeStandInState) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      open(account, request, response, await submissionOf(request))
    } catch (error) {
      console.error(error)
      show(
        response,
        500,
        renderLocalPaymentNotice(
          'Algo ha fallado',
          'La pasarela de pruebas ha fallado. No se ha realizado ningún cargo.',
        ),
      )
    }
  }
}

function open(
  account: StripeStandInState,
  request: IncomingMessage,
  response: ServerResponse,
  submission?: Submission,
): void {
  const { origin } = new URL(account.publicUrl)
  if (submission && !isSameOrigin(request, origin)) {
    return show(
      response,
      403,
      renderLocalPaymentNotice('Formulario rechazado', 'El formulario no viene de esta página de pago.'),
    )
  }
  expireDueLocalCheckouts(account)
  const { pathname } = new URL(request.url ?? '/', origin)
  const place = `${origin}${pathname}`.slice(account.publicUrl.length)
  const checkout = account.checkouts.get(idAfter('/pay/', place))
  if (checkout) return visit({ account, response, checkout, action: pathname }, submission)
  const charge = account.charges.get(idAfter('/receipts/', place))
  if (charge) return show(response, 200, renderLocalReceiptPage(charge))
  show(response, 404, renderLocalPaymentNotice('Página no encontrada', 'Esta página de pago no existe.'))
}

function idAfter(start: string, place: string): string {
  return place.startsWith(start) ? place.slice(start.length) : ''
}

function visit(visited: Visit, submission: Submission | undefined): void {
  const { session, paidBy } = visited.checkout
  if (session.status === 'open') {
    if (submission) return submit(visited, submission)
    return showPayment(visited, session.customer_email ?? '')
  }
  if (submission?.attempt && submission.attempt === paidBy) return redirect(visited.response, returnAddress(visited))
  showEnded(visited)
}

function submit(visited: Visit, submission: Submission): void {
  const { account, checkout, response } = visited
  const { id, cancel_url: back } = checkout.session
  switch (submission.act) {
    case 'back':
      return back === null ? showPayment(visited, submission.email) : redirect(response, back)
    case 'decline':
      account.store.transaction(() => simulateCardDecline(account, id, submission.email))
      return showPayment(visited, submission.email, {
        role: 'alert',
        text: 'Tarjeta rechazada. Prueba con otra tarjeta.',
      })
    case 'apply':
      return showPayment(visited, submission.email, remarkOnCode(visited, submission.code))
    case 'pay':
    case 'later':
      return settleUp(visited, submission)
    default:
      return showPayment(visited, submission.email)
  }
}

function settleUp(visited: Visit, { act, attempt, email, code }: Submission): void {
  const { account, checkout, response } = visited
  const { id, allow_promotion_codes: takesCodes } = checkout.session
  const remark = takesCodes && code !== '' ? remarkOnCode(visited, code) : undefined
  if (remark?.role === 'alert') return showPayment(visited, email, remark)
  if (!/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) {
    return showPayment(visited, email, { role: 'alert', text: 'Escribe un correo electrónico válido.' })
  }
  account.store.transaction(() =>
    (act === 'pay' ? simulateCheckoutPayment : simulateDeferredPayment)(account, id, { email, attempt }),
  )
  redirect(response, returnAddress(visited))
}

function remarkOnCode({ account, checkout }: Visit, code: string): PaymentPageMessage {
  if (code === '') return { role: 'alert', text: 'Escribe un código de descuento.' }
  return simulatePromotionCodeEntry(account, checkout.session.id, code)
    ? { role: 'status', text: 'Descuento aplicado.' }
    : { role: 'alert', text: 'Este código de descuento no es válido.' }
}

function returnAddress({ checkout: { session } }: Visit): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

function showPayment({ account, response, checkout, action }: Visit, email: string, remark?: PaymentPageMessage): void {
  // Re-read: a code may just have changed the price.
  const { session, items } = account.checkouts.get(checkout.session.id) ?? checkout
  const ways = [session.success_url, session.cancel_url].flatMap((url) => (url === null ? [] : [new URL(url).origin]))
  show(response, 200, renderLocalPaymentPage({ session, items, attempt: randomUUID(), action, email, remark }), ways)
}

function showEnded(visited: Visit): void {
  const { session } = visited.checkout
  if (session.status === 'expired') {
    const sentence =
      'El plazo para pagar ha terminado y no se ha realizado ningún cargo. Vuelve a la tienda para empezar de nuevo.'
    const link = session.cancel_url === null ? undefined : { href: session.cancel_url, text: 'Volver a la tienda' }
    return show(visited.response, 410, renderLocalPaymentNotice('Esta página de pago ha caducado', sentence, link))
  }
  const sentence =
    session.payment_status === 'unpaid'
      ? 'Tu pago está pendiente de confirmación. No hace falta que pagues otra vez.'
      : 'Este pago ya se ha completado. No se ha realizado ningún otro cargo.'
  const link = { href: returnAddress(visited), text: 'Volver a la tienda' }
  show(visited.response, 200, renderLocalPaymentNotice('No queda nada por pagar', sentence, link))
}

async function submissionOf(request: IncomingMessage): Promise<Submission | undefined> {
  if (request.method !== 'POST') return undefined
  const form = new URLSearchParams(await textOf(request))
  const field = (name: string): string => (form.get(name) ?? '').trim()
  return { act: field('act'), attempt: field('attempt'), email: field('email'), code: field('code') }
}

/** Browsers send `Origin` or `Sec-Fetch-Site` with every form post: a request with neither is refused. */
function isSameOrigin({ headers }: IncomingMessage, origin: string): boolean {
  return headers.origin === origin || headers['sec-fetch-site'] === 'same-origin'
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end()
}

/** @param ways allowed targets of the page's forms; Chromium applies `form-action` to redirects after a post too */
function show(response: ServerResponse, status: number, html: string, ways: readonly string[] = []): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${ways.join(' ')}`,
      // Not no-referrer: browsers would then post forms with the origin `null`.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .end(html)
}
