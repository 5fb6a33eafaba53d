import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { synthesiseTemplate } from '../../bin/local/template/synthesise.ts'
import { getFunctionBundles, shareBuild } from './share-build.ts'

/** What `cdk synth` writes of the template that this machine runs, without a site; once for all files of a run. */
export async function getSynthesisedTemplate(): Promise<string> {
  const shared = inject('sharedFolder')
  const bundles = await getFunctionBundles(shared)
  return shareBuild(shared, 'template', (folder) => void synthesiseTemplate(folder, { bundles }))
}

/** Templates to change; the bundles, a hundred megabytes, are shared. */
export function copyTemplate(assembly: string, folder: string): string {
  mkdirSync(folder)
  for (const name of readdirSync(assembly)) {
    if (name.endsWith('.json')) cpSync(join(assembly, name), join(folder, name))
    else symlinkSync(join(assembly, name), join(folder, name))
  }
  return folder
}
