import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeploymentStage } from '../../../lib/stages.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

interface SynthesisOptions {
  /** Output folder of `bin/build-site.ts`. */
  readonly site?: string | undefined
  /** Output of `buildFunctionBundles`. @default - built here */
  readonly bundles?: string | undefined
  readonly restoredTable?: DeploymentStage['restoredTable']
  readonly userPoolNumber?: number
}

export function synthesiseTemplate(folder: string, options: SynthesisOptions = {}): string {
  const { site, bundles, restoredTable, userPoolNumber } = options
  rmSync(folder, { recursive: true, force: true })
  // A separate process: the CDK is large and prints a line for each bundle.
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
