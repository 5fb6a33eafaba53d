import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { FunctionDefinition } from '../../../bin/local/template/function-definitions.ts'
import { createFunctionRuntime } from '../../../bin/local/template/function-runtime.ts'
import { createRoleCredentials } from '../../../bin/local/template/role-credentials.ts'

const folder = mkdtempSync(join(tmpdir(), 'habitat-functions-'))
const running: ReturnType<typeof createFunctionRuntime>[] = []

afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

interface RunOptions {
  readonly clockOffset?: () => number
  readonly busyTimeoutMs?: number
}

function run(functions: readonly FunctionDefinition[], { clockOffset = () => 0, ...options }: RunOptions = {}) {
  const credentials = createRoleCredentials()
  const runtime = createFunctionRuntime({
    functions,
    region: 'eu-west-1',
    credentialsOf: credentials.credentialsOf,
    requireRun: () => undefined,
    endpoints: () => ({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }),
    localise: (text) => text.replace('habitat.example', 'localhost'),
    clockOffset,
    ...options,
  })
  running.push(runtime)
  return { ...runtime, credentials }
}

function aFunction(code: string, settings: Partial<FunctionDefinition> = {}): FunctionDefinition {
  const entry = join(mkdtempSync(join(folder, 'bundle-')), 'index.mjs')
  writeFileSync(entry, code)
  return {
    name: 'Payments',
    arn: 'arn:aws:lambda:eu-west-1:000000000000:function:Payments',
    roleArn: 'arn:aws:iam::000000000000:role/Payments',
    entry,
    handler: 'handler',
    environment: {},
    memoryMb: 128,
    timeoutSeconds: 5,
    logGroup: 'PaymentsLog',
    ...settings,
  }
}

const call = async (definition: FunctionDefinition, event: unknown = {}): Promise<unknown> =>
  (await run([definition]).load(definition.name))(event, { awsRequestId: 'one' })

describe('a function of the template', () => {
  test('has the variables of the template with addresses of this machine, those of Lambda and the endpoints, and none of this process', async () => {
    process.env['LEFT_BEHIND'] = 'yes'
    const definition = aFunction('export const handler = async () => ({ ...process.env })', {
      environment: { TABLE_NAME: 'Table', SITE_URL: 'https://habitat.example' },
    })
    const { load, credentials } = run([definition])

    const variables = await (await load('Payments'))({}, {})

    const { accessKeyId, secretAccessKey, sessionToken } = credentials.credentialsOf(definition.roleArn)
    expect(variables).toEqual({
      TABLE_NAME: 'Table',
      SITE_URL: 'https://localhost',
      AWS_REGION: 'eu-west-1',
      AWS_DEFAULT_REGION: 'eu-west-1',
      AWS_LAMBDA_FUNCTION_NAME: 'Payments',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_SESSION_TOKEN: sessionToken,
      TZ: ':UTC',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
    })
  })

  test('is ended when its time is up, and answers the next call', async () => {
    const code = 'let calls = 0; export const handler = (event) => event.endless ? new Promise(() => {}) : ++calls'
    const handler = await run([aFunction(code, { timeoutSeconds: 0.2 })]).load('Payments')

    await expect(handler({ endless: true }, { awsRequestId: 'one' })).rejects.toThrow(
      'one Task timed out after 0.20 seconds',
    )

    expect(await handler({}, {})).toBe(1)
  })

  test('is ended when it takes more memory than the template gives it, and leaves this process alive', async () => {
    const code = 'const kept = []; export const handler = async () => { for (;;) kept.push(new Array(1e5).fill({})) }'

    await expect(call(aFunction(code, { memoryMb: 16, timeoutSeconds: 60 }))).rejects.toThrow('signal: killed')
  })

  test('tells what it threw by name and message', async () => {
    const code = "export const handler = async () => { throw new RangeError('too far') }"

    await expect(call(aFunction(code))).rejects.toMatchObject({ name: 'RangeError', message: 'too far' })
  })

  const counting = `let [calls, now] = [0, 0]
    export const handler = async ({ ms }) => {
      now += 1
      await new Promise((resolve) => setTimeout(resolve, ms))
      return { call: (calls += 1), beside: --now }
    }`
  const callFourTimes = async (ms: number, busyTimeoutMs: number) => {
    const handler = await run([aFunction(counting)], { busyTimeoutMs }).load('Payments')
    const answers = await Promise.all([1, 2, 3, 4].map(() => handler({ ms }, {})))
    return answers as { readonly call: number; readonly beside: number }[]
  }

  test('is kept warm, and serves one call at a time', async () => {
    const answers = await callFourTimes(1, 10_000)

    expect(answers.map(({ call: nth, beside }) => ({ nth, beside }))).toEqual(
      [1, 2, 3, 4].map((nth) => ({ nth, beside: 0 })),
    )
  })

  test('is started a second time beside the first where a call would wait for long, and no third time', async () => {
    const answers = await callFourTimes(500, 10)

    expect(answers.map(({ beside }) => beside)).toEqual([0, 0, 0, 0])
    expect(answers.map(({ call: nth }) => nth).toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2])
  })

  test('takes events of six megabytes and no larger ones, of which it hears nothing', async () => {
    const bytes = 6 * 1024 * 1024
    const handler = await run([aFunction('export const handler = async (event) => event.length')]).load('Payments')

    // Two bytes are the quotation marks.
    expect(await handler('a'.repeat(bytes - 2), {})).toBe(bytes - 2)
    await expect(handler('a'.repeat(bytes - 1), {})).rejects.toMatchObject({ status: 413 })
  })

  test('fails with an answer of more than six megabytes, and answers the next call', async () => {
    const code = "export const handler = async ({ length }) => 'a'.repeat(length)"
    const handler = await run([aFunction(code)]).load('Payments')
    const most = 6 * 1024 * 1024 + 100 - 2

    await expect(handler({ length: most + 1 }, {})).rejects.toMatchObject({ name: 'Function.ResponseSizeTooLarge' })
    expect(await handler({ length: most }, {})).toHaveLength(most)
  })

  test('is called by the name that the template gives, and there is no other', async () => {
    const definition = aFunction('export const other = async () => 1', { handler: 'other' })

    expect(await call(definition)).toBe(1)
    await expect(run([definition]).load('Nobody')).rejects.toThrow('the template has no function Nobody')
    await expect(call({ ...definition, handler: 'handler' })).rejects.toThrow('exports no function handler')
  })

  test('sees the product clock that the local console has moved', async () => {
    const code = `export const createLambdaServices = () => ({ now: () => new Date() })
      export const createLambdaHandler = (open) => async () => open().now().getTime()
      export const handler = createLambdaHandler(createLambdaServices)`
    let offset = 0
    const handler = await run([aFunction(code)], { clockOffset: () => offset }).load('Payments')
    const read = async () => (await handler({}, {})) as number

    expect(Math.abs((await read()) - Date.now())).toBeLessThan(60_000)
    offset = 86_400_000
    expect((await read()) - Date.now()).toBeGreaterThan(86_340_000)
  })
})
