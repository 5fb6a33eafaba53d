/** How long a function waits for a service. */
export interface CallLimit {
  readonly attempts: number
  /** For one attempt: connecting, sending, and waiting for the first bytes of the reply. */
  readonly attemptMs: number
  /**
   * After which a connection without a byte is dead.
   * @default attemptMs
   */
  readonly idleMs?: number
}

/**
 * All attempts together end within the 20 seconds of a function that somebody waits for, so that the log names the call
 * and the browser gets an answer; functions with less get less (`getCallLimit`).
 */
export const callLimits = {
  table: { attempts: 3, attemptMs: 4000 },
  /** And keys of KMS. */
  secrets: { attempts: 3, attemptMs: 4000 },
  /** Some of Cognito's calls run our triggers, which have five seconds each. */
  userPool: { attempts: 2, attemptMs: 8000 },
  /** Requests without a file, or with one of some hundred kB. */
  objects: { attempts: 3, attemptMs: 5000 },
  /**
   * Whole files and parts of 8 MiB, at a fraction of a megabyte a second. Nobody reads a file while the archive that it
   * goes into waits for its part: all attempts at a part end before the file's connection counts as dead.
   */
  transfers: { attempts: 3, attemptMs: 60_000, idleMs: 300_000 },
  /** Long for a mail: one that SES has taken without saying so is sent again. */
  mail: { attempts: 3, attemptMs: 5000 },
  queues: { attempts: 2, attemptMs: 4000 },
  /** Its library pauses for up to 1.5 s in all. */
  stripe: { attempts: 3, attemptMs: 5000 },
} as const satisfies Record<string, CallLimit>

export type LimitedService = keyof typeof callLimits

/** For the pauses between the attempts, 0.3 s at most, and for the answer. */
const RESERVE_MS = 1000
/** Of a function with less time, a trigger of Cognito's, two attempts get more than three would. */
const SHORT_MS = 10_000

/** Set in the template: the function's own limit. Missing in tests and on the local product. */
export const FUNCTION_SECONDS = 'FUNCTION_TIMEOUT_SECONDS'

/** What all attempts may take is less than the time of the function that calls. */
export function getCallLimit(
  service: LimitedService,
  functionSeconds: string | undefined = process.env[FUNCTION_SECONDS],
): Required<CallLimit> {
  const limit: CallLimit = callLimits[service]
  const availableMs = functionSeconds ? Number(functionSeconds) * 1000 - RESERVE_MS : Infinity
  const attempts = availableMs < SHORT_MS ? 2 : limit.attempts
  const attemptMs = Math.min(limit.attemptMs, availableMs / attempts)
  return { idleMs: attemptMs, ...limit, attempts, attemptMs }
}

interface ClientOptions {
  readonly maxAttempts: number
  readonly requestHandler: {
    readonly requestTimeout: number
    readonly socketTimeout: number
    readonly throwOnRequestTimeout: true
  }
}

/** The part of the SDK's clients that is used here; their own types differ by service. */
interface SdkClient {
  readonly middlewareStack: { readonly add: (middleware: never, options: { step: 'initialize' }) => void }
}

type Next = (args: object) => Promise<object>

/**
 * Opens a client of the AWS SDK whose calls end: by themselves they wait for an answer for as long as the function
 * lives. `requestTimeout` ends when the reply begins and does not cut the body of a file, `socketTimeout` ends one that
 * stands still. Given as an object, not as a handler, the options add no code to the bundle.
 * @param config takes precedence; `attemptMs` is a shorter limit
 */
export function openServiceClient<Client extends SdkClient, Config extends object>(
  Service: new (config: Config & ClientOptions) => Client,
  service: LimitedService,
  { attemptMs, ...config }: Config & { readonly attemptMs?: number | undefined } = {} as Config,
): Client {
  const limit = getCallLimit(service)
  const requestTimeout = attemptMs ?? limit.attemptMs
  const client = new Service({
    maxAttempts: limit.attempts,
    requestHandler: {
      requestTimeout,
      socketTimeout: attemptMs ?? limit.idleMs,
      throwOnRequestTimeout: true,
    },
    ...config,
  } as never)
  client.middlewareStack.add(nameUnansweredCall as never, { step: 'initialize' })
  return client
}

/** The SDK's error says how long it waited, but not for whom. */
const nameUnansweredCall =
  (next: Next, { clientName, commandName }: { readonly clientName: string; readonly commandName: string }) =>
  async (args: object): Promise<object> => {
    try {
      return await next(args)
    } catch (error) {
      if (!(error instanceof Error && error.name === 'TimeoutError')) throw error
      const text = `${clientName} gave no answer to ${commandName}: ${error.message}`
      throw Object.assign(new Error(text, { cause: error }), { ...error, name: error.name })
    }
  }

/**
 * Whether the SDK has sent the refused call more than once: the service may have done what it was asked for at first,
 * without an answer that arrived.
 */
export const wasSentAgain = (error: { readonly $metadata: { readonly attempts?: number } }): boolean =>
  (error.$metadata.attempts ?? 1) > 1
