import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import type * as serverEntry from '../../frontend/src/entry-server.tsx'
import {
  dataBlock,
  type Document,
  type PageDocument,
  type Frame,
  pageDocument,
  sharing,
  shellDocument,
  splitRendered,
  withoutAssets,
} from './document.ts'
import { robots, sitemap } from './for-search.ts'
import { type Manifest, readManifest } from './manifest.ts'

export type Entry = typeof serverEntry

export interface RenderOptions {
  readonly folder: string
  readonly pressKeeper: string
  readonly loader: string
  readonly server: Entry
}

const entry = 'index.html'

/** Shells of panels that have one page: their code is preloaded before the entry asks for it. */
const shells = [
  { file: 'app.html', modules: [] },
  { file: 'client/index.html', modules: ['src/app/client-page.tsx'] },
  { file: 'admin/index.html', modules: ['src/app/admin-page.tsx'] },
  // What these show depends on who comes; their documents say that there are such pages.
  ...[
    'auth/callback',
    'oauth-callback',
    'payment-success',
    'reset-password',
    'dashboard',
    'reactivar',
    'deshacer-eliminacion',
    'autorizacion',
  ].map((path) => ({
    file: `${path}/index.html`,
    modules: [],
  })),
] as const

export async function renderPages(options: RenderOptions): Promise<void> {
  const { folder, server } = options
  const site = builtSite(options)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const page of server.publicPages) {
    write(join(page.path, 'index.html'), pageDocument(site.frame, await publicDocument(page, server, site)))
  }
  write('404.html', pageDocument(site.frame, await notFoundDocument(server, site)))
  const body = server.renderShell()
  const outline = await minified('frontend/src/app/shell-skeleton.css')
  for (const { file, modules } of shells)
    write(file, shellDocument(site.frame, shellOf(site, modules, { body, outline })))

  const listed = server.publicPages.flatMap(({ path, indexed }) => (indexed && server.canonicalOf(path)) || [])
  if (listed.length > 0) write('sitemap.xml', sitemap(listed))
  write('robots.txt', robots(listed.length > 0 ? server.canonicalOf('/sitemap.xml') : undefined))
}

interface BuiltSite {
  readonly frame: Frame
  readonly manifest: Manifest
  readonly cssOf: (styles: readonly string[]) => string
}

function builtSite({ folder, pressKeeper, loader }: RenderOptions): BuiltSite {
  const manifest = readManifest(folder)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
  return {
    manifest,
    cssOf: (styles) => styles.map(read).join(''),
    frame: {
      template: withoutAssets(read('index.html')),
      pressKeeper,
      loader,
      entry: manifest.fileOf(entry),
      fonts: ['figtree', 'habitat-serif'].map((name) => manifest.fileOf(`src/styles/fonts/${name}.woff2`)),
    },
  }
}

async function publicDocument(
  { path, title, description, module }: Entry['publicPages'][number],
  { render, renderQuestion, canonicalOf, structuredDataOf }: Entry,
  { manifest, cssOf, frame }: BuiltSite,
): Promise<PageDocument> {
  const { head, body } = splitRendered(await render(path))
  const { styles, scripts } = manifest.needsOf(entry, `src/${module}`)
  const shared = sharing({ title, description, url: canonicalOf(path), picture: canonicalOf('/og.jpg') })
  return {
    page: path,
    head: [head, shared, ...structuredDataOf(path).map(dataBlock)].join(''),
    body,
    css: cssOf(styles),
    styles,
    scripts: scripts.filter((file) => file !== frame.entry),
    question: renderQuestion(),
  }
}

async function notFoundDocument(
  { render, renderQuestion, anyOtherPath }: Entry,
  { manifest, cssOf }: BuiltSite,
): Promise<PageDocument> {
  const { styles } = manifest.needsOf(entry)
  return {
    page: anyOtherPath,
    ...splitRendered(await render(anyOtherPath)),
    css: cssOf(styles),
    styles,
    scripts: [],
    question: renderQuestion(),
  }
}

function shellOf(
  { manifest, cssOf, frame }: BuiltSite,
  modules: readonly string[],
  { body, outline }: { readonly body: string; readonly outline: string },
): Document {
  const { styles } = manifest.needsOf(entry)
  const { scripts } = manifest.needsOf(entry, ...modules)
  return {
    head: '<title>Hábitat Interior</title><meta name="robots" content="noindex"/>',
    body,
    css: cssOf(styles) + outline,
    styles,
    scripts: scripts.filter((file) => file !== frame.entry),
  }
}

/** The outline's style is inlined only: it is not needed once the page is rendered. */
async function minified(file: string): Promise<string> {
  const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'css', minify: true })
  return code.trim()
}
