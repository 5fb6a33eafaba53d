import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeploymentStage } from '../../../lib/stages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** `site`: what `bin/build-site.ts` has written. @returns the folder */
export function synthesiseTemplate(
  folder: string,
  site: string | undefined,
  restoredTable?: DeploymentStage['restoredTable'],
): string {
  rmSync(folder, { recursive: true, force: true })
  // A process of its own: the CDK is large, and speaks of each bundle that it makes.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const restored = restoredTable
    ? ['--restored-table', restoredTable.name, '--stream-label', restoredTable.streamLabel]
    : []
  execFileSync(
    process.execPath,
    ['bin/synthesise.ts', '--out', folder, ...(site ? ['--site', site] : []), ...restored],
    {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  return folder
}
