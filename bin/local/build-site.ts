import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Build {
  /** Where the site will be found. @default - its pages name no address */
  readonly siteUrl?: string
  /** Whether this machine serves it, where sign-in has no TLS. @default true */
  readonly local?: boolean
}

/** Builds the website into `folder`, in some seconds, as a deployment does, and answers the folder. */
export function buildSite(folder: string, { siteUrl = '', local = true }: Build = {}): string {
  // Vitest's own settings would make a build for tests of it.
  const { NODE_ENV: _, VITEST: __, HABITAT_LOCAL: ___, ...env } = process.env
  execFileSync(process.execPath, ['bin/build-site.ts', '--site-url', siteUrl, '--out', folder], {
    cwd: root,
    env: { ...env, ...(local && { HABITAT_LOCAL: '1' }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
