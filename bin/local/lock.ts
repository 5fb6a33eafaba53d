import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Two products on one data folder would overwrite each other. The lock of a dead process is ignored. */
export function lockDataFolder(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'running.pid')
  const holder = holderOf(file)
  if (holder)
    throw new Error(`El producto ya está en marcha con estos datos (proceso ${holder}). Ciérralo o usa --memory.`)
  writeFileSync(file, `${process.pid}`)
  process.once('exit', () => rmSync(file, { force: true }))
}

function holderOf(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    process.kill(pid, 0)
    // The id may belong to another program by now; its command line is checked where the system allows.
    return isProduct(pid) && pid !== process.pid ? pid : undefined
  } catch {
    return undefined
  }
}

function isProduct(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('local.ts')
  } catch {
    return true
  }
}
