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

/** Where the built site of the tests says that it is found. */
export const siteUrl = 'https://habitat-interior.example'

export interface BuiltSite {
  readonly folder: string
  readonly remove: () => void
}

/** Builds the website as a deployment of a stage with an address does; `local` as for the product of this machine. */
export function buildSiteOnce({ local = false }: { readonly local?: boolean } = {}): BuiltSite {
  const folder = buildSite(mkdtempSync(join(tmpdir(), 'habitat-site-')), { siteUrl, local })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** One built site for all tests that read it. */
export function setup({ provide }: TestProject) {
  const { folder, remove } = buildSiteOnce()
  provide('siteFolder', folder)
  return remove
}
