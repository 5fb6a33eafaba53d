import { createHmac } from 'node:crypto'
import type { StripeStandInState } from './stripe-stand-in-state.ts'
import type { WebhookDeliveryAttempt, WebhookDelivery, StripeEvent } from './stripe-objects.ts'

/** @returns a function that cancels it */
export type ScheduleWork = (work: () => void, delaySeconds: number) => () => void

export interface WebhookSenderOptions {
  readonly webhookUrl: () => string | URL
  readonly webhookSecret: string
  readonly now: () => Date
  readonly schedule?: ScheduleWork
  /**
   * Number of simultaneous deliveries of each event.
   * @default - one
   */
  readonly copies?: () => number
  /**
   * Until when a new event is delayed, in milliseconds since 1970 by the clock of `releaseDue`.
   * @default - not delayed
   */
  readonly keptUntil?: () => number | undefined
}

export interface WebhookSender {
  /** Delivers a recorded event after the current turn. */
  readonly send: (eventId: string) => void
  /** Delivers an event again, without retries. */
  readonly again: (event: StripeEvent) => Promise<WebhookDeliveryAttempt>
  readonly resume: () => void
  readonly releaseDue: (now: Date) => void
  /** Waits for running attempts. */
  readonly rest: () => Promise<void>
  /** Cancels scheduled and aborts running attempts; both stay pending in the store. */
  readonly close: () => Promise<void>
}

const attemptLimit = 16
const longestPauseSeconds = 60
const answerWithinMilliseconds = 10_000

const onTimer: ScheduleWork = (work, delaySeconds) => {
  const timer = setTimeout(work, delaySeconds * 1000)
  timer.unref()
  return () => clearTimeout(timer)
}

/** Delivers events to the webhook: signed, at least once, retried with doubling pauses of 1 s to 60 s. */
export function createWebhookSender(
  account: Pick<StripeStandInState, 'events' | 'deliveries'>,
  receiver: WebhookSenderOptions,
): WebhookSender {
  const schedule = receiver.schedule ?? onTimer
  const scheduled = new Map<string, () => void>()
  const underWay = new Set<Promise<void>>()
  const keptBack = new Map<string, number>()
  const ended = new AbortController()

  function plan(eventId: string, delaySeconds: number): void {
    if (ended.signal.aborted) return
    const cancel = schedule(() => {
      scheduled.delete(eventId)
      const work = attempt(eventId).finally(() => underWay.delete(work))
      underWay.add(work)
    }, delaySeconds)
    scheduled.set(eventId, cancel)
  }

  async function attempt(eventId: string): Promise<void> {
    const event = account.events.get(eventId)
    const before = account.deliveries.get(eventId)
    // The change that announced the event may have been rolled back, or another attempt has succeeded.
    if (!event || before?.state !== 'pending') return
    const copies = Array.from({ length: receiver.copies?.() ?? 1 }, () => post(event, receiver, ended.signal))
    const [outcome] = await Promise.all(copies)
    if (!outcome || ended.signal.aborted) return
    const attempts = [...before.attempts, outcome]
    const state = stateAfter(outcome, attempts.length)
    account.deliveries.put(eventId, { ...before, state, attempts })
    account.events.put(eventId, { ...event, pending_webhooks: state === 'pending' ? 1 : 0 })
    if (state === 'pending') plan(eventId, Math.min(2 ** (attempts.length - 1), longestPauseSeconds))
  }

  return {
    send: (eventId) => {
      const until = receiver.keptUntil?.()
      if (until === undefined) plan(eventId, 0)
      else keptBack.set(eventId, until)
    },
    releaseDue: (now) => {
      for (const [eventId, until] of keptBack) {
        if (until > now.getTime()) continue
        keptBack.delete(eventId)
        plan(eventId, 0)
      }
    },
    again: (event) => post(event, receiver, ended.signal),
    resume: () => {
      const waiting = account.deliveries
        .all()
        .filter(({ state, eventId }) => state === 'pending' && !scheduled.has(eventId))
      for (const { eventId } of waiting) plan(eventId, 0)
    },
    rest: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: async () => {
      ended.abort()
      for (const cancel of scheduled.values()) cancel()
      await Promise.all(underWay)
    },
  }
}

function isAccepted({ status }: WebhookDeliveryAttempt): boolean {
  return status !== null && status >= 200 && status < 300
}

function stateAfter(outcome: WebhookDeliveryAttempt, attempts: number): WebhookDelivery['state'] {
  if (isAccepted(outcome)) return 'delivered'
  return attempts < attemptLimit ? 'pending' : 'failed'
}

async function post(
  event: StripeEvent,
  receiver: WebhookSenderOptions,
  ended: AbortSignal,
): Promise<WebhookDeliveryAttempt> {
  const at = receiver.now()
  const payload = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(receiver.webhookUrl(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(payload, receiver.webhookSecret, at),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      body: payload,
      // Stripe counts a redirect as a failure.
      redirect: 'manual',
      signal: AbortSignal.any([ended, AbortSignal.timeout(answerWithinMilliseconds)]),
    })
    await response.body?.cancel()
    return { at: at.toISOString(), status: response.status, error: null }
  } catch (error) {
    return { at: at.toISOString(), status: null, error: String(error) }
  }
}

function signatureOf(payload: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}
