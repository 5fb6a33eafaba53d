import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OutageService } from './outages.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** And signing in, whose steps Cognito takes once: there a browser begins anew. */
const READS =
  /^(Get(?!TokensFromRefreshToken|UserAttributeVerificationCode)|BatchGet|TransactGet|List|Describe|Query|Scan|AdminGet|AdminList|(Admin)?(InitiateAuth|RespondToAuthChallenge))/

const getOperation = ({ headers }: IncomingMessage): string => String(headers['x-amz-target']).split('.')[1] ?? ''

/** The SDK, like Amplify in the browser, counts its attempts in a header; forms and plain `fetch` calls send none. */
const isFirstAttempt = ({ headers }: IncomingMessage): boolean =>
  String(headers['amz-sdk-request']).startsWith('attempt=1;')

const isFirstWrite = (request: IncomingMessage): boolean =>
  isFirstAttempt(request) && !READS.test(getOperation(request))

/** Of the table's writes: the SDK stops asking again where nearly all that it asks comes to nothing. */
const EVERY = 3

type LosesAnswer = (request: IncomingMessage) => boolean

/**
 * SES is not among them: it has no key by which a repetition could be told from a second mail, so that each lost answer
 * would be a second mail.
 */
function createLosses(every: number): Readonly<Partial<Record<OutageService, LosesAnswer>>> {
  const keys = new Set<unknown>()
  let writes = 0
  return {
    dynamodb: (request) => {
      if (!isFirstWrite(request)) return false
      writes += 1
      return writes % every === 0
    },
    cognito: isFirstWrite,
    s3: (request) => isFirstAttempt(request) && /^(PUT|POST|DELETE)$/.test(request.method ?? ''),
    stripe: ({ headers }) => {
      const key = headers['idempotency-key']
      if (key === undefined || keys.has(key)) return false
      keys.add(key)
      return true
    },
  }
}

/**
 * While `isOn`, a service does what it is asked for and the connection ends without an answer, so that the SDK asks for
 * it again: the first time for all that changes something, of the table's writes every third.
 */
export function createAnswerLoss(isOn: () => boolean, every = EVERY) {
  const losses = createLosses(every)
  return (service: OutageService, answer: Answer): Answer =>
    (request, response) => {
      if (isOn() && losses[service]?.(request)) {
        // Otherwise nobody sees whether the condition has had an effect: all goes well.
        console.error(
          `an answer of ${service} was lost: ${getOperation(request) || `${request.method} ${request.url}`}`,
        )
        loseAnswer(response)
      }
      return answer(request, response)
    }
}

function loseAnswer(response: ServerResponse): void {
  response.writeHead = () => response
  response.write = () => true
  response.end = () => response.destroy()
}
