import type { TestProject } from 'vitest/node'
import { type BuiltSite, buildTestSite } from './built-site.ts'

/** Each project loads this module anew; globalThis shares the build. */
const shared = globalThis as { journeysSite?: BuiltSite }

export function setup({ provide }: TestProject) {
  shared.journeysSite ??= buildTestSite({ local: true })
  const { folder, remove } = shared.journeysSite
  provide('siteFolder', folder)
  return remove
}
