import type { LocalDeployment } from './deployment.ts'
import type { LocalLambdaLoader } from './lambda-loader.ts'
import type { SesEvent } from './ses/feedback.ts'

/** Pauses before an event that a function did not take is delivered again. Lambda waits one and two minutes. */
const RETRY_MS = [1000, 2000]

interface Parts {
  readonly deployment: Pick<LocalDeployment, 'mailEvents'>
  readonly functions: LocalLambdaLoader
}

/** EventBridge: hands an event to the functions of its rules after its cause was answered, at least once. */
export const createEventDelivery =
  ({ deployment: { mailEvents }, functions }: Parts) =>
  (event: SesEvent): void => {
    const deliver = async (): Promise<void> => {
      for (const handler of mailEvents.listHandlers(event)) await (await functions.load(handler))(event, {})
    }
    const send = ([pause, ...later]: readonly number[]): void =>
      void deliver().catch((error: unknown) => {
        if (pause === undefined) console.error('an event was not taken', error)
        else setTimeout(() => send(later), pause).unref()
      })
    setTimeout(() => send(RETRY_MS), 0).unref()
  }
