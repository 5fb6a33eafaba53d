import escapeHtml from 'escape-html'
import * as z from 'zod/mini'
import { type DisputableCharges, renderDisputes } from './disputes.ts'
import { renderLocalConsoleButton, renderTimeElement } from './document.ts'
import { renderLocalConsoleSection } from './local-console-dependencies.ts'

export interface StripeEventSummary {
  readonly id: string
  readonly type: string
  readonly created: number
}

export interface DeferredPayment {
  readonly sessionId: string
  readonly amountCents: number
  readonly currency: string
  readonly email: string | null
}

const Event = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.unknown() }),
})
const Checkout = z.object({
  id: z.string(),
  payment_status: z.string(),
  amount_total: z.number(),
  currency: z.string(),
  customer_details: z.nullable(z.object({ email: z.nullable(z.string()) })),
})

const ANNOUNCED = 'checkout.session.completed'
const SETTLED = ['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed']

function stripeEvents(events: readonly unknown[]): StripeEventSummary[] {
  return known(events).map(({ id, type, created }) => ({ id, type, created }))
}

function deferredPayments(events: readonly unknown[]): DeferredPayment[] {
  const checkouts = known(events).flatMap(({ type, data }) => {
    const { success, data: checkout } = Checkout.safeParse(data.object)
    return success ? [{ type, checkout }] : []
  })
  const settled = new Set(checkouts.filter(({ type }) => SETTLED.includes(type)).map(({ checkout }) => checkout.id))
  return checkouts
    .filter(({ type, checkout }) => type === ANNOUNCED && checkout.payment_status === 'unpaid')
    .filter(({ checkout }) => !settled.has(checkout.id))
    .map(({ checkout }) => ({
      sessionId: checkout.id,
      amountCents: checkout.amount_total,
      currency: checkout.currency,
      email: checkout.customer_details?.email ?? null,
    }))
}

function known(events: readonly unknown[]): z.infer<typeof Event>[] {
  return events.flatMap((event) => {
    const { success, data } = Event.safeParse(event)
    return success ? [data] : []
  })
}

const SHOWN = 50

export function renderLocalConsolePayments(events: readonly unknown[], disputable: DisputableCharges): string {
  return renderLocalConsoleSection({
    id: 'payments',
    title: 'Pagos',
    live: deferredList(deferredPayments(events)) + renderDisputes(disputable) + eventList(stripeEvents(events)),
  })
}

function deferredList(payments: readonly DeferredPayment[]): string {
  if (payments.length === 0) return ''
  const items = payments.map((payment) => {
    const words = `${money(payment)}${payment.email === null ? '' : ` de ${payment.email}`}`
    return `<li>${escapeHtml(words)} <small>${escapeHtml(payment.sessionId)}</small>
<div class="row">${outcomeButton(payment, 'succeeded', words)}${outcomeButton(payment, 'failed', words)}</div></li>`
  })
  return `<h3>Pagos diferidos</h3><ul>${items.join('')}</ul>`
}

function outcomeButton({ sessionId }: DeferredPayment, outcome: 'succeeded' | 'failed', words: string): string {
  const text = outcome === 'succeeded' ? 'Confirmar el pago' : 'Rechazar el pago'
  return renderLocalConsoleButton({
    id: `${outcome}-${sessionId}`,
    path: '/_local/stripe/settle',
    body: { sessionId, outcome },
    text,
    label: `${text}: ${words}`,
    done: outcome === 'succeeded' ? 'Pago confirmado.' : 'Pago rechazado.',
  })
}

function money({ amountCents, currency }: DeferredPayment): string {
  return new Intl.NumberFormat('es-ES', { style: 'currency', currency }).format(amountCents / 100)
}

function eventList(events: readonly StripeEventSummary[]): string {
  if (events.length === 0) return '<p class="quiet">Stripe no ha enviado avisos todavía.</p>'
  const again = renderLocalConsoleButton({
    id: 'redeliver-all',
    path: '/_local/stripe/redeliver',
    body: { times: 5 },
    text: 'Reenviar todo 5 veces',
    done: 'Avisos reenviados.',
  })
  const items = events.slice(0, SHOWN).map(eventItem)
  const count = events.length > SHOWN ? `Últimos ${SHOWN} avisos de ${events.length}` : `Avisos: ${events.length}`
  return `<h3>Avisos de Stripe</h3><div class="row"><span class="quiet">${count}</span>${again}</div>
<ul class="scroll" tabindex="0" id="event-items" aria-label="Avisos">${items.join('')}</ul>`
}

function eventItem({ id, type, created }: StripeEventSummary): string {
  const button = renderLocalConsoleButton({
    id: `redeliver-${id}`,
    path: '/_local/stripe/redeliver',
    body: { eventId: id },
    text: 'Reenviar',
    label: `Reenviar ${type} (${id})`,
    done: 'Aviso reenviado.',
  })
  return `<li class="row"><span>${escapeHtml(type)} <small>${renderTimeElement(new Date(created * 1000))} · ${escapeHtml(id)}</small></span>${button}</li>`
}
