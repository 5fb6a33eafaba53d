import type { TestProject } from 'vitest/node'
import { type BuiltSite, buildSiteOnce } from './built-site.ts'

/** Projects load this module each for itself; the build is one for all. */
const shared = globalThis as { journeysSite?: BuiltSite }

/** One build of the site for all journeys. */
export function setup({ provide }: TestProject) {
  shared.journeysSite ??= buildSiteOnce({ local: true })
  const { folder, remove } = shared.journeysSite
  provide('siteFolder', folder)
  return remove
}
