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
 * As `npm start`; resolves when the product reports that it is ready.
 * @throws with its output when it ends
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
  let text = ''
  const site = `http://localhost:${chosen}`
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes(ready)) resolve()
    }
    started.stdout?.on('data', read)
    started.stderr?.on('data', read)
    started.once('exit', () => reject(new Error(text)))
  })
  return { site, process: started, printed: () => text }
}

/**
 * Which calls the template's policies have refused in a product, each once: the first thing to know of a journey that
 * failed on the template.
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
 * @throws Error naming the calls that the template's policies have refused: on AWS they would have failed
 */
export async function endProductProcess(
  product: RunningProduct,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  const { process: running } = product
  const denials = listDenials(product)
  const code = await endProcess(running, signal)
  if (denials.length > 0) throw new Error(`the template’s policies have refused:\n${denials.join('\n')}`)
  return code
}

async function endProcess(running: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (running.exitCode !== null || running.signalCode !== null) return running.exitCode
  const exited = once(running, 'exit')
  running.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}
