import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { synthesiseTemplate } from '../../bin/local/template/synthesise.ts'
import { type BuiltSite, buildTestSite } from './built-site.ts'
import { getFunctionBundles } from './share-build.ts'

declare module 'vitest' {
  interface ProvidedContext {
    productOptions: readonly string[]
  }
}

interface JourneysBuild extends BuiltSite {
  readonly productOptions: { readonly template: readonly string[]; readonly sources: readonly string[] }
}

/** Each project loads this module anew; globalThis shares the build. */
const shared = globalThis as { journeysBuild?: Promise<JourneysBuild> }

const onSources = ['journeys-on-sources', 'pictures']

/** JOURNEYS_ON is set by `npm run journeys -- --sources` or `--template`, for all of them. */
export async function setup({ provide, name }: TestProject) {
  const { folder, productOptions, remove } = await (shared.journeysBuild ??= build())
  const wanted = process.env['JOURNEYS_ON'] ?? (onSources.includes(name) ? 'sources' : 'template')
  provide('siteFolder', folder)
  provide('productOptions', productOptions[wanted === 'sources' ? 'sources' : 'template'])
  return remove
}

async function build(): Promise<JourneysBuild> {
  const site = buildTestSite({ local: true })
  const sources = ['--built', site.folder]
  if (process.env['JOURNEYS_ON'] === 'sources') return { ...site, productOptions: { template: [], sources } }
  const folder = mkdtempSync(join(tmpdir(), 'habitat-template-'))
  const bundles = await getFunctionBundles(process.env['TEST_FOLDER'] ?? folder)
  const template = ['--template', synthesiseTemplate(join(folder, 'template'), { site: site.folder, bundles })]
  const remove = () => {
    site.remove()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...site, productOptions: { template, sources }, remove }
}
