import { randomUUID } from 'node:crypto'
import type { IsConditionOn } from './adverse-conditions.ts'
import type { AsynchronousCalls } from './asynchronous-calls.ts'
import type { DocumentStore } from './document-store.ts'

/** Delay of events under the condition 'events-late', by the product's clock. */
export const EVENT_DELAY_MS = 60 * 60_000

interface LateEvent {
  readonly id: string
  readonly handler: string
  readonly event: unknown
  /** Milliseconds since 1970 by the product's clock. */
  readonly deliverFrom: number
}

interface Parts {
  readonly asynchronous: AsynchronousCalls
  readonly store: DocumentStore
  readonly clock: { readonly now: () => Date }
  readonly isConditionOn: IsConditionOn
}

/**
 * EventBridge: delivers an event to the functions of its rules after the causing request was answered, at least once,
 * perhaps late.
 */
export function createEventDelivery({ asynchronous, store, clock: { now }, isConditionOn }: Parts) {
  const late = store.collection<LateEvent>('eventbridge.late')
  const deliver = (handler: string, event: unknown): void => {
    if (!isConditionOn('events-late')) return void asynchronous.call(handler, event)
    const id = randomUUID()
    late.put(id, { id, handler, event, deliverFrom: now().getTime() + EVENT_DELAY_MS })
  }
  return {
    publish: <Event>(event: Event, listHandlers: (event: Event) => readonly string[]): void => {
      const hand = (): void => {
        try {
          for (const handler of listHandlers(event)) {
            deliver(handler, event)
            if (isConditionOn('events-twice')) deliver(handler, event)
          }
        } catch (error) {
          console.error('an event was not taken', error)
        }
      }
      setTimeout(hand, 0).unref()
    },
    releaseDue: (): void => {
      for (const { id, handler, event, deliverFrom } of late.all()) {
        if (deliverFrom > now().getTime()) continue
        late.delete(id)
        void asynchronous.call(handler, event)
      }
    },
  }
}
