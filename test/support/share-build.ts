import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { buildFunctionBundles } from '../../lib/function-bundles.ts'

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** As long as a busy machine takes. */
const TRIES = 1000
const PAUSE_MS = 200

/** What `make` writes into a folder within `shared`: whoever comes first makes it, all others wait. */
export async function shareBuild(shared: string, name: string, make: (folder: string) => void): Promise<string> {
  const [making, made, folder] = [`${name}-making`, `${name}-made`, name].map((each) => join(shared, each)) as [
    string,
    string,
    string,
  ]
  for (let tries = 0; tries < TRIES; tries++) {
    if (existsSync(made)) return folder
    try {
      mkdirSync(making)
    } catch (error) {
      if (!isTaken(error)) throw error
      await pause(PAUSE_MS)
      continue
    }
    try {
      make(folder)
      writeFileSync(made, '')
      return folder
    } finally {
      if (!existsSync(made)) rmdirSync(making)
    }
  }
  throw new Error(`nobody has made ${folder}`)
}

/** Of all functions, as they are deployed: building them takes longer than anything else of a synthesis. */
export const getFunctionBundles = (shared: string): Promise<string> =>
  shareBuild(shared, 'bundles', (folder) => void buildFunctionBundles(folder))
