import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    siteFolder: string
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the built site of the tests says that it is found. */
export const siteUrl = 'https://habitat-interior.example'

export interface BuiltSite {
  readonly folder: string
  readonly remove: () => void
}

interface Build {
  /** Whether this machine serves it, where sign-in has no TLS. @default false */
  readonly local?: boolean
}

/** Builds the website as a deployment of a stage with an address does, in some seconds. */
export function buildSite({ local = false }: Build = {}): BuiltSite {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-site-'))
  // Vitest's own settings would make a build for tests of it.
  const { NODE_ENV: _, VITEST: __, HABITAT_LOCAL: ___, ...env } = process.env
  execFileSync(process.execPath, ['bin/build-site.ts', '--site-url', siteUrl, '--out', folder], {
    cwd: root,
    env: { ...env, ...(local && { HABITAT_LOCAL: '1' }) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** One built site for all tests that read it. */
export function setup({ provide }: TestProject) {
  const { folder, remove } = buildSite()
  provide('siteFolder', folder)
  return remove
}
