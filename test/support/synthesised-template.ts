import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import { synthesiseTemplate } from '../../bin/local/template/synthesise.ts'

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EEXIST'

/** What `cdk synth` writes of the template that this machine runs, without a site; once for all files of a run. */
export async function getSynthesisedTemplate(): Promise<string> {
  const folder = inject('templateFolder')
  const [assembly, making, made] = [join(folder, 'assembly'), join(folder, 'making'), join(folder, 'made')]
  try {
    mkdirSync(making)
  } catch (error) {
    if (!isTaken(error)) throw error
    await vi.waitUntil(() => existsSync(made), { timeout: 200_000, interval: 200 })
    return assembly
  }
  synthesiseTemplate(assembly, undefined)
  writeFileSync(made, '')
  return assembly
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
