import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ready = 'Mesa local'

export interface RunningProduct {
  readonly site: string
  readonly process: ChildProcess
  readonly printed: () => string
}

/**
 * Like `npm start`; resolves when the product reports that it is ready.
 * @throws with its output if it exits
 */
export async function startProductProcess(
  words: readonly string[],
  port?: number,
  /**
   * DynamoDB endpoint, for tests that access the table themselves.
   * @default that of the environment, else the product's own
   */
  dynamo = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
): Promise<RunningProduct> {
  const chosen = port ?? (await findFreePort())
  const started = spawn(process.execPath, ['bin/local.ts', ...words], {
    cwd: root,
    env: { ...process.env, PORT: `${chosen}`, AWS_ENDPOINT_URL_DYNAMODB: dynamo },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const chunks: string[] = []
  const site = `http://localhost:${chosen}`
  const printed = () => chunks.join('')
  await new Promise<void>((resolve, reject) => {
    let isReady = false
    const read = (chunk: Buffer) => {
      chunks.push(chunk.toString())
      if (isReady || !printed().includes(ready)) return
      isReady = true
      resolve()
    }
    started.stdout?.on('data', read)
    started.stderr?.on('data', read)
    started.once('exit', () => reject(new Error(printed())))
  })
  const product = { site, process: started, printed }
  // `close` instead of `exit`: its output may arrive later.
  started.once('close', () => {
    if (!ending.has(started)) console.error(describeEnd(product))
  })
  return product
}

const ending = new WeakSet<ChildProcess>()

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** The test itself only sees a refused connection. */
function describeEnd({ site, process: { exitCode, signalCode }, printed }: RunningProduct): string {
  const last = printed().split('\n').slice(-40).join('\n')
  return `the product at ${site} has ended by itself, by ${signalCode ?? `code ${exitCode}`}; its last output:\n${last}`
}

/**
 * Calls that the template's policies have denied, each once: the first hint for a journey that failed on the template.
 */
const listDenials = ({ printed }: Pick<RunningProduct, 'printed'>): readonly string[] => [
  ...new Set(
    printed()
      .split('\n')
      .filter((line) => line.includes('"access denied"')),
  ),
]

/**
 * Resolves when the process has ended.
 * @throws Error naming the calls denied by the template's policies, which would have failed on AWS; with the last
 * output of a product that had exited by itself
 */
export async function endProductProcess(
  product: RunningProduct,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  const { process: running } = product
  if (hasEnded(running) && !ending.has(running)) throw new Error(describeEnd(product))
  ending.add(running)
  const denials = listDenials(product)
  const code = await endProcess(running, signal)
  if (denials.length > 0) throw new Error(`the template’s policies have refused:\n${denials.join('\n')}`)
  return code
}

async function endProcess(running: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(running)) return running.exitCode
  const exited = once(running, 'exit')
  running.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}
