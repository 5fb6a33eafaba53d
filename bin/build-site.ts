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
 * Builds the website: the bundle for browsers, the same pages for the renderer, from both one document for each public page,
 * and compressed copies of scripts and style sheets. `--stage` is for whom (docs/deploy.md), `--site-url` where it will be
 * found, `--without-google` hides the button of Google, `--out` is the folder it is written to.
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
// Inside the project, where it finds the packages that it imports.
const rendererFolder = join(root, 'dist', `renderer-${process.pid}`)

const settings = {
  configFile: join(root, 'frontend/vite.config.ts'),
  logLevel: 'warn',
  define: {
    'import.meta.env.VITE_SITE_URL': values['site-url'] ? JSON.stringify(values['site-url']) : 'undefined',
    'import.meta.env.VITE_WITHOUT_GOOGLE': values['without-google'] ? '"true"' : 'undefined',
  },
} as const satisfies InlineConfig

// A build that fails leaves nothing that could be deployed.
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
// The list of chunks is for this script; published, it would only tell strangers how the product is cut.
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

/** @returns its address below the site */
async function writeLoader(): Promise<string> {
  const code = await bundled(`import './loader.ts'`)
  const address = `/assets/loader-${createHash('sha256').update(code).digest('base64url').slice(0, 8)}.js`
  writeFileSync(join(folder, address), code)
  return address
}
