import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { synthesiseTemplate } from '../../bin/local/template/synthesise.ts'
import { getFunctionBundles, shareBuild } from './share-build.ts'

/** The template for this machine, without a site; synthesised once per run. */
export async function getSynthesisedTemplate(): Promise<string> {
  const shared = inject('sharedFolder')
  const bundles = await getFunctionBundles(shared)
  return shareBuild(shared, 'template', (folder) => void synthesiseTemplate(folder, { bundles }))
}

/** Templates to change; the bundles, a hundred megabytes, are linked. */
export function copyTemplate(assembly: string, folder: string): string {
  mkdirSync(folder)
  for (const name of readdirSync(assembly)) {
    if (name.endsWith('.json')) cpSync(join(assembly, name), join(folder, name))
    else symlinkSync(join(assembly, name), join(folder, name))
  }
  return folder
}
