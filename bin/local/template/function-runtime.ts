import { randomUUID } from 'node:crypto'
import type { FunctionDefinition } from './function-definitions.ts'
import { type FunctionEnvironment, startFunctionEnvironment } from './function-environment.ts'
import { requireAcceptableEvent } from './payload-limits.ts'
import type { RoleCredentials } from './role-credentials.ts'

/** Every environment loads its own bundle, so further calls wait, where Lambda would start more. */
const MAX_ENVIRONMENTS = 2
/** A call waits at least this long for a busy environment before another one is started, in milliseconds. */
const BUSY_TIMEOUT_MS = 200

type Handler = (event: unknown, context: unknown) => Promise<unknown>

interface RuntimeParts {
  readonly functions: readonly FunctionDefinition[]
  readonly region: string
  readonly credentialsOf: (roleArn: string) => RoleCredentials
  /** @throws if Lambda may not assume the role */
  readonly requireRun: (roleArn: string) => void
  /** `AWS_ENDPOINT_URL_…`: point the SDK to the stand-ins. */
  readonly endpoints: () => Readonly<Record<string, string>>
  /** Replaces public hosts by addresses of this machine. */
  readonly localise: (text: string) => string
  /** Offset of the product's clock, in milliseconds. */
  readonly clockOffset: () => number
  readonly onLine?: (definition: FunctionDefinition, line: string) => void
  /** @default - BUSY_TIMEOUT_MS, or the last start's duration if longer */
  readonly busyTimeoutMs?: number
}

/**
 * Runs a template's functions from their bundles, each in its own environments, which are started on the first call and
 * reused.
 */
export function createFunctionRuntime({ functions, ...parts }: RuntimeParts) {
  const pools = new Map(functions.map((definition) => [definition.name, createPool(definition, parts)]))
  return {
    /** @throws Error for a function that is not in the template */
    load: (name: string): Promise<Handler> => {
      const pool = pools.get(name)
      return pool ? Promise.resolve(pool.call) : Promise.reject(new Error(`the template has no function ${name}`))
    },
    close: () => Promise.all([...pools.values()].map((pool) => pool.close())),
  }
}

/** Environments of one function; each handles one call at a time. */
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
  /** A waiting call may start another one in its place. */
  const leave = (): void => {
    places -= 1
    waiting.shift()?.(undefined)
  }
  const released = (): Promise<FunctionEnvironment | undefined> =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (places >= MAX_ENVIRONMENTS) return
      const timer = setTimeout(() => {
        if (places >= MAX_ENVIRONMENTS || !waiting.includes(resolve)) return
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

/** The template's variables, Lambda's own, and the stand-ins' endpoints. */
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
