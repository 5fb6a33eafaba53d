import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    templateFolder: string
  }
}

/** A place for the template that the first test file to need it synthesises: synthesised-template.ts. */
export function setup({ provide }: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-template-'))
  provide('templateFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
