import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesiseTemplate } from '../../bin/local/template/synthesise.ts'
import { type BuiltSite, buildTestSite } from './built-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productOptions: readonly string[]
  }
}

interface JourneysBuild extends BuiltSite {
  /** For `npm start`: the template with the built site in it, or the sources with the site beside them. */
  readonly productOptions: readonly string[]
}

/** Each project loads this module anew; globalThis shares the build. */
const shared = globalThis as { journeysBuild?: JourneysBuild }

export function setup({ provide }: TestProject) {
  shared.journeysBuild ??= build()
  const { folder, productOptions, remove } = shared.journeysBuild
  provide('siteFolder', folder)
  provide('productOptions', productOptions)
  return remove
}

/** JOURNEYS_ON_SOURCES is set by `npm run journeys -- --sources`. */
function build(): JourneysBuild {
  const site = buildTestSite({ local: true })
  if (process.env['JOURNEYS_ON_SOURCES']) return { ...site, productOptions: ['--built', site.folder] }
  const folder = mkdtempSync(join(tmpdir(), 'habitat-template-'))
  const template = synthesiseTemplate(join(folder, 'template'), site.folder)
  const remove = () => {
    site.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...site, productOptions: ['--template', template], remove }
}
