import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const PORT = '5389'

const healthy = () =>
  fetch(`http://127.0.0.1:${PORT}/api/health`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Milliseconds from the start of npm until the product is ready to serve, on a warm install. */
async function startTime(): Promise<number> {
  const begun = performance.now()
  const environment = { ...process.env, PORT }
  const npm = spawn('npm', ['start', '--', '--memory'], {
    cwd: root,
    env: environment,
    stdio: 'ignore',
    detached: true,
  })
  while (!(await healthy())) await pause(20)
  const took = Math.round(performance.now() - begun)
  const ended = once(npm, 'exit')
  if (npm.pid) process.kill(-npm.pid, 'SIGTERM')
  await ended
  return took
}

const runs = Number(process.argv[2] ?? 5)
for (let run = 1; run <= runs; run++) console.info(`run ${run}: ${await startTime()} ms`)
