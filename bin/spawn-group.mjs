import { spawn } from 'node:child_process'

/**
 * Starts a program as the leader of a process group. `options.signal` ends the whole group: a compiler's starter would
 * leave the compiler behind, and the runner of the suites its workers, browsers and products.
 */
export function spawnGroup(command, words, { signal, ...options }) {
  const child = spawn(command, words, { ...options, detached: process.platform !== 'win32' })
  const end = () => endGroup(child)
  signal?.addEventListener('abort', end, { once: true })
  child.once('close', () => signal?.removeEventListener('abort', end))
  return child
}

function endGroup(child) {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    // Windows has no groups, and one that has ended has no process.
    child.kill()
  }
}
