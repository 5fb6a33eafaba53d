import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build as bundle } from 'esbuild'
import { build, type InlineConfig } from 'vite'
import { SITE_FOLDER, type SiteStamp, toStampPath } from '../lib/built-site.ts'
import { type ServerRenderEntry, renderPublicPages } from './build/render-pages.ts'
import { writeBrotliCopies } from './build/write-brotli-copies.ts'

/*
 * Builds the website: the browser bundle, the prerenderer's bundle, one document per public page, and compressed copies
 * of scripts and style sheets. `--stage` is the stage (docs/deploy.md), `--site-url` its public URL, `--without-google`
 * hides the Google button, `--out` is the output folder.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    stage: { type: 'string' },
    'site-url': { type: 'string', default: '' },
    'without-google': { type: 'boolean', default: false },
    out: { type: 'string', default: SITE_FOLDER },
  },
})
process.chdir(root)
process.env['NODE_ENV'] = 'production'
const folder = resolve(values.out)
// Inside the project, so that imported packages are found.
const rendererFolder = join(root, 'dist', `renderer-${process.pid}`)

const settings = {
  configFile: join(root, 'frontend/vite.config.ts'),
  logLevel: 'warn',
  define: {
    'import.meta.env.VITE_SITE_URL': values['site-url'] ? JSON.stringify(values['site-url']) : 'undefined',
    'import.meta.env.VITE_WITHOUT_GOOGLE': values['without-google'] ? '"true"' : 'undefined',
  },
} as const satisfies InlineConfig

// After a failed build nothing can be deployed.
rmSync(toStampPath(folder), { force: true })
await build({ ...settings, build: { outDir: folder, manifest: true } })
await build({
  ...settings,
  build: { outDir: rendererFolder, ssr: 'src/entry-server.tsx', copyPublicDir: false },
})
const server = (await import(pathToFileURL(join(rendererFolder, 'entry-server.js')).href)) as ServerRenderEntry
const pressKeeper = await bundled(`import { capturePresses } from './capture-presses.ts'; capturePresses()`)
const inlineScripts = {
  panel: await bundled(`import './lead-to-sign-in.ts'`),
  clientPanel: await bundled(`import './lead-to-sign-in.ts'; import './early-requests.ts'`),
}
await renderPublicPages({ folder, pressKeeper, inlineScripts, loader: await writeLoader(), server })
await writeBrotliCopies(folder)
// Vite's manifest is used by this script only; published it would disclose the source structure.
rmSync(join(folder, '.vite'), { recursive: true })
rmSync(rendererFolder, { recursive: true })
if (values.stage) {
  const stamp: SiteStamp = { stage: values.stage, siteUrl: values['site-url'], google: !values['without-google'] }
  writeFileSync(toStampPath(folder), JSON.stringify(stamp))
}
console.info(`La web está en ${folder}`)

async function bundled(contents: string): Promise<string> {
  const { outputFiles } = await bundle({
    stdin: { contents, loader: 'ts', resolveDir: 'frontend/src/site' },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  return outputFiles[0]?.text.trim() ?? ''
}

async function writeLoader(): Promise<string> {
  const code = await bundled(`import './loader.ts'`)
  const address = `/assets/loader-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  writeFileSync(join(folder, address), code)
  return address
}
