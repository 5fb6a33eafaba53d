import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const ready = 'Mesa local'

export interface RunningProduct {
  readonly site: string
  readonly process: ChildProcess
  /** All that it has printed. */
  readonly printed: () => string
}

/** Starts the product as `npm start` does and resolves when it says that it is ready; rejects with its words when it ends. */
export async function startProduct(
  words: readonly string[],
  port?: number,
  /** Of a table that a test reads and writes as well. @default one of its own, where there is a program for it */
  dynamo = process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? '',
): Promise<RunningProduct> {
  const chosen = port ?? (await freePort())
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

/** Ends it with a signal and waits until it is gone. */
export async function end(
  { process: running }: RunningProduct,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<number | null> {
  if (running.exitCode !== null || running.signalCode !== null) return running.exitCode
  const exited = once(running, 'exit')
  running.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}
