import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    sharedFolder: string
  }
}

/**
 * For fixtures that the first of several test files builds: share-build.ts. bin/test.mjs provides one for all suites.
 */
export function setup({ provide }: TestProject) {
  const given = process.env['TEST_FOLDER']
  const folder = given ?? mkdtempSync(join(tmpdir(), 'habitat-test-'))
  provide('sharedFolder', folder)
  return () => given ?? rmSync(folder, { recursive: true, force: true })
}
