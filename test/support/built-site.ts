import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildSite } from '../../bin/local/build-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    siteFolder: string
  }
}

export const builtSiteUrl = 'https://habitat-interior.example'

export interface BuiltSite {
  readonly folder: string
  readonly remove: () => void
}

/** As a deployment builds it for a stage with a domain. `local` builds for the local product. */
export function buildTestSite({ local = false }: { readonly local?: boolean } = {}): BuiltSite {
  const folder = buildSite(mkdtempSync(join(tmpdir(), 'habitat-site-')), { siteUrl: builtSiteUrl, local })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export function setup({ provide }: TestProject) {
  const { folder, remove } = buildTestSite()
  provide('siteFolder', folder)
  return remove
}
