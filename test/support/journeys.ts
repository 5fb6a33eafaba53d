import type { TestProject } from 'vitest/node'
import { buildSiteOnce } from './built-site.ts'

/** One build of the site for all journeys. The product that serves it is each file's own: product-of-file.ts. */
export function setup({ provide }: TestProject) {
  const { folder, remove } = buildSiteOnce({ local: true })
  provide('siteFolder', folder)
  return remove
}
