import { randomUUID } from 'node:crypto'
import type { FunctionDefinition } from './function-definitions.ts'
import { type FunctionEnvironment, startFunctionEnvironment } from './function-environment.ts'
import { requireAcceptableEvent } from './payload-limits.ts'
import type { RoleCredentials } from './role-credentials.ts'

/** Each loads its bundle anew, so more calls than this wait, where Lambda would start more of them. */
const MOST_ENVIRONMENTS = 2
/** At least so long does a call wait for an environment that is busy before another is started. */
const BUSY_TIMEOUT_MS = 200

type Handler = (event: unknown, context: unknown) => Promise<unknown>

interface RuntimeParts {
  readonly functions: readonly FunctionDefinition[]
  readonly region: string
  readonly credentialsOf: (roleArn: string) => RoleCredentials
  /** Throws when Lambda may not take the role. */
  readonly requireRun: (roleArn: string) => void
  /** `AWS_ENDPOINT_URL_…`: where the SDK finds the stand-ins. */
  readonly endpoints: () => Readonly<Record<string, string>>
  /** Puts addresses of this machine in the place of public ones. */
  readonly localise: (text: string) => string
  /** Of the product's clock against this machine's, in milliseconds. */
  readonly clockOffset: () => number
  /** Hears of each line that a function writes. */
  readonly onLine?: (definition: FunctionDefinition, line: string) => void
  /** @default - as long as a start takes: BUSY_TIMEOUT_MS, or what the last one took where that is more */
  readonly busyTimeoutMs?: number
}

/**
 * Runs the functions of a template from their bundles, each in environments of its own that are started when they are
 * first called and kept.
 */
export function createFunctionRuntime({ functions, ...parts }: RuntimeParts) {
  const pools = new Map(functions.map((definition) => [definition.name, createPool(definition, parts)]))
  return {
    /** @throws Error for a function that the template does not have */
    load: (name: string): Promise<Handler> => {
      const pool = pools.get(name)
      return pool ? Promise.resolve(pool.call) : Promise.reject(new Error(`the template has no function ${name}`))
    },
    close: () => Promise.all([...pools.values()].map((pool) => pool.close())),
  }
}

/** Environments of one function; each serves one call at a time. */
function createPool(definition: FunctionDefinition, parts: Omit<RuntimeParts, 'functions'>) {
  const idle: FunctionEnvironment[] = []
  const waiting: ((environment: FunctionEnvironment | undefined) => void)[] = []
  const all = new Set<FunctionEnvironment>()
  let places = 0
  let startMs = BUSY_TIMEOUT_MS

  const start = async (): Promise<FunctionEnvironment> => {
    places += 1
    const begunAt = performance.now()
    try {
      parts.requireRun(definition.roleArn)
      const started = await startFunctionEnvironment(definition, variablesFor(definition, parts), (line) =>
        parts.onLine?.(definition, line),
      )
      all.add(started)
      startMs = Math.max(BUSY_TIMEOUT_MS, performance.now() - begunAt)
      return started
    } catch (error) {
      leave()
      throw error
    }
  }
  /** Whoever waits may start one in its place. */
  const leave = (): void => {
    places -= 1
    waiting.shift()?.(undefined)
  }
  const released = (): Promise<FunctionEnvironment | undefined> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (places >= MOST_ENVIRONMENTS) return
      const timer = setTimeout(() => {
        if (places >= MOST_ENVIRONMENTS || !waiting.includes(resolve)) return
        waiting.splice(waiting.indexOf(resolve), 1)
        resolve(undefined)
      }, parts.busyTimeoutMs ?? startMs)
      timer.unref()
    })
  const take = async (): Promise<FunctionEnvironment> =>
    idle.pop() ?? (places === 0 ? undefined : await released()) ?? start()
  const release = (environment: FunctionEnvironment): void => {
    if (!environment.isUsable()) {
      all.delete(environment)
      leave()
      return
    }
    const next = waiting.shift()
    if (next) next(environment)
    else idle.push(environment)
  }
  const call: Handler = async (event, context) => {
    const { awsRequestId = randomUUID() } = context as { readonly awsRequestId?: string }
    const text = JSON.stringify(event ?? null)
    requireAcceptableEvent(text)
    const environment = await take()
    try {
      const given = { ...describeContext(definition), awsRequestId }
      return await environment.call({ event: text, context: given, clockOffsetMs: parts.clockOffset() }, awsRequestId)
    } finally {
      release(environment)
    }
  }
  return { call, close: () => Promise.all([...all].map((environment) => environment.end())) }
}

const describeContext = ({ name, arn, memoryMb }: FunctionDefinition) => ({
  functionName: name,
  functionVersion: '$LATEST',
  invokedFunctionArn: arn,
  memoryLimitInMB: `${memoryMb}`,
})

/** The template's variables, those that Lambda sets itself, and where the stand-ins are. */
function variablesFor(
  { name, roleArn, environment, memoryMb }: FunctionDefinition,
  { region, credentialsOf, endpoints, localise }: Omit<RuntimeParts, 'functions'>,
): Readonly<Record<string, string>> {
  const { accessKeyId, secretAccessKey, sessionToken } = credentialsOf(roleArn)
  return {
    ...Object.fromEntries(Object.entries(environment).map(([variable, value]) => [variable, localise(value)])),
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: `${memoryMb}`,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    TZ: ':UTC',
    ...endpoints(),
  }
}
