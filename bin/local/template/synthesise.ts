import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeploymentStage } from '../../../lib/stages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface SynthesisOptions {
  /** What `bin/build-site.ts` has written. */
  readonly site?: string | undefined
  /** What `buildFunctionBundles` has written. @default - they are built */
  readonly bundles?: string | undefined
  readonly restoredTable?: DeploymentStage['restoredTable']
  readonly userPoolNumber?: number
}

/** @returns the folder */
export function synthesiseTemplate(folder: string, options: SynthesisOptions = {}): string {
  const { site, bundles, restoredTable, userPoolNumber } = options
  rmSync(folder, { recursive: true, force: true })
  // A process of its own: the CDK is large, and speaks of each bundle that it makes.
  const { NODE_ENV: _, VITEST: __, ...env } = process.env
  const words = [
    ...(site ? ['--site', site] : []),
    ...(bundles ? ['--bundles', bundles] : []),
    ...(restoredTable ? ['--restored-table', restoredTable.name, '--stream-label', restoredTable.streamLabel] : []),
    ...(userPoolNumber ? ['--user-pool-number', String(userPoolNumber)] : []),
  ]
  execFileSync(process.execPath, ['bin/synthesise.ts', '--out', folder, ...words], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return folder
}
