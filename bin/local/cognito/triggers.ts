import { castJsonValue, StandInServiceError } from '../json-protocol.ts'
import { isExecutionRefused } from '../limited-executions.ts'
import { isFunctionTimeout } from '../template/function-error.ts'
import { toCognitoAttributeList, type LocalCognitoUser } from './users.ts'

type TriggerName =
  | 'preSignUp'
  | 'postConfirmation'
  | 'preTokenGeneration'
  | 'customMessage'
  | 'preAuthentication'
  | 'postAuthentication'

/** `never` as event: each handler declares the event type of its trigger. */
export type CognitoTriggerHandlers = Readonly<Partial<Record<TriggerName, (event: never) => Promise<unknown>>>>

interface Trigger {
  readonly name: TriggerName
  readonly source: string
  readonly userName: string
  readonly request: Readonly<Record<string, unknown>>
  readonly response: Readonly<Record<string, unknown>>
}

/** @returns the handler's `response`, or the trigger's default `response` without a handler */
export type FireCognitoTrigger = <R>(trigger: Trigger) => Promise<R>

/**
 * @param callsTwice whether the answer to the first call is lost
 * @throws (from the returned function) StandInServiceError UserLambdaValidationException when the handler throws,
 * InvalidLambdaResponseException when it does not return the event, UnexpectedLambdaException when it cannot run now
 */
export function createTriggerRunner(
  pool: { id: string; region: string; clientId: string },
  handlers: CognitoTriggerHandlers,
  callsTwice: () => boolean = () => false,
): FireCognitoTrigger {
  return async <R>({ name, source, ...trigger }: Trigger) => {
    const handler = handlers[name]
    if (!handler) return castJsonValue<R>(trigger.response)
    const lambda = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    const event = {
      version: name === 'preTokenGeneration' ? '2' : '1',
      region: pool.region,
      userPoolId: pool.id,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: pool.clientId },
      triggerSource: source,
      ...trigger,
    }
    // Cognito asks again where it heard nothing for five seconds, whatever the first call has done.
    if (callsTwice()) await call(lambda, handler, event).catch(() => undefined)
    const answer = await call(lambda, handler, event)
    if (!answer || typeof answer !== 'object' || !('response' in answer) || !answer.response) {
      throw new StandInServiceError(
        'InvalidLambdaResponseException',
        `${lambda} lambda returned an unrecognizable output`,
      )
    }
    return castJsonValue<R>(answer.response)
  }
}

/**
 * "If it doesn't [respond within 5 seconds] and if the call can be retried, Amazon Cognito retries the call. After three
 * unsuccessful attempts, the function times out."
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
const MAX_ATTEMPTS = 3

async function call(
  lambda: string,
  handler: (event: never) => Promise<unknown>,
  event: object,
  attempt = 1,
): Promise<unknown> {
  try {
    // Lambda events are JSON: no shared objects, no undefined.
    return structuredCopy(await handler(castJsonValue(structuredCopy(event))))
  } catch (error) {
    if (isExecutionRefused(error)) {
      const text = `${lambda} invocation failed due to error TooManyRequestsException.`
      throw new StandInServiceError('UnexpectedLambdaException', text)
    }
    if (isFunctionTimeout(error) && attempt < MAX_ATTEMPTS) return call(lambda, handler, event, attempt + 1)
    const message = error instanceof Error ? error.message : String(error)
    throw new StandInServiceError('UserLambdaValidationException', `${lambda} failed with error ${message}.`)
  }
}

function structuredCopy(value: unknown): unknown {
  return value === undefined ? undefined : castJsonValue(JSON.parse(JSON.stringify(value)))
}

export function toTriggerUserAttributes(user: LocalCognitoUser): Record<string, string> {
  return {
    ...Object.fromEntries(toCognitoAttributeList(user).map(({ Name, Value }) => [Name, Value])),
    'cognito:user_status': user.status,
  }
}
