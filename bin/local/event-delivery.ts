import type { AsynchronousCalls } from './asynchronous-calls.ts'
import type { LocalDeployment } from './deployment.ts'
import type { SesEvent } from './ses/feedback.ts'

interface Parts {
  readonly deployment: Pick<LocalDeployment, 'mailEvents'>
  readonly asynchronous: AsynchronousCalls
}

/** EventBridge: hands an event to the functions of its rules after its cause was answered. */
export const createEventDelivery =
  ({ deployment: { mailEvents }, asynchronous }: Parts) =>
  (event: SesEvent): void => {
    const deliver = (): void => {
      try {
        for (const handler of mailEvents.listHandlers(event)) void asynchronous.call(handler, event)
      } catch (error) {
        console.error('an event was not taken', error)
      }
    }
    setTimeout(deliver, 0).unref()
  }
