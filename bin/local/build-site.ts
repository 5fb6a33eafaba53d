import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Build {
  /**
   * Public URL of the site.
   * @default - the pages contain no absolute URLs
   */
  readonly siteUrl?: string
  readonly local?: boolean
}

export function buildSite(folder: string, { siteUrl = '', local = true }: Build = {}): string {
  // Vitest's variables would make it a test build.
  const { NODE_ENV: _, VITEST: __, HABITAT_LOCAL: ___, ...env } = process.env
  execFileSync(process.execPath, ['bin/build-site.ts', '--site-url', siteUrl, '--out', folder], {
    cwd: root,
    env: { ...env, ...(local && { HABITAT_LOCAL: '1' }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return folder
}
