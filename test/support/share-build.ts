import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildFunctionBundles } from '../../lib/function-bundles.ts'

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** Enough for a busy machine. */
const TRIES = 1000
const PAUSE_MS = 200

export async function withNamedLock<T>(shared: string, name: string, work: () => T | Promise<T>): Promise<T> {
  const turn = join(shared, `${name}-turn`)
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      mkdirSync(turn)
    } catch (error) {
      if (!isTaken(error)) throw error
      await pause(PAUSE_MS)
      continue
    }
    try {
      return await work()
    } finally {
      rmdirSync(turn)
    }
  }
  throw new Error(`it was never this worker’s turn: ${turn}`)
}

export async function shareBuild(shared: string, name: string, make: (folder: string) => void): Promise<string> {
  const [made, folder] = [join(shared, `${name}-made`), join(shared, name)]
  if (existsSync(made)) return folder
  return withNamedLock(shared, name, () => {
    if (existsSync(made)) return folder
    make(folder)
    writeFileSync(made, '')
    return folder
  })
}

/** Bundles of all functions, as deployed: building them takes most of a synthesis. */
export const getFunctionBundles = (shared: string): Promise<string> =>
  shareBuild(shared, 'bundles', (folder) => void buildFunctionBundles(folder))
