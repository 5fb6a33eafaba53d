import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { transform } from 'esbuild'
import type * as serverEntry from '../../frontend/src/entry-server.tsx'
import {
  createJsonLdScript,
  type HtmlPageContent,
  type PrerenderedPageContent,
  type HtmlPageTemplate,
  createDocumentHead,
  createPrerenderedDocument,
  createSharingMetaTags,
  createShellDocument,
  stripAssetTags,
} from './document.ts'
import { type ViteManifest, readViteManifest } from './manifest.ts'

export type ServerRenderEntry = typeof serverEntry

interface InlineScripts {
  /** Redirects visitors to the sign-in: frontend/src/site/lead-to-sign-in.ts. */
  readonly panel: string
  /** Also sends the client panel's first requests: frontend/src/site/early-requests.ts. */
  readonly clientPanel: string
}

export interface RenderPagesOptions {
  readonly folder: string
  readonly pressKeeper: string
  readonly loader: string
  readonly inlineScripts: InlineScripts
  readonly server: ServerRenderEntry
}

const entry = 'index.html'

/** Modules needed with any session; separate, because visitors do not need them. */
const signedIn = ['src/api/session-calls.ts', 'src/app/panel-pages.tsx']

interface Shell {
  readonly file: string
  readonly modules: readonly string[]
  /** Undefined if visitors may open the page. */
  readonly inlineScript?: keyof InlineScripts
}

const shells: readonly Shell[] = [
  { file: 'app.html', modules: [] },
  {
    file: 'client/index.html',
    modules: ['src/app/client-page.tsx', 'src/app/client-today.tsx', 'src/app/client-today-sidebar.tsx', ...signedIn],
    inlineScript: 'clientPanel',
  },
  ...(
    [
      ['client/proceso', 'pathway-page'],
      ['client/presupuestos', 'budgets-page'],
      ['admin', 'admin-page'],
      ['admin/agenda', 'agenda-page'],
      ['admin/novedades', 'practice-notices-page'],
      ['admin/horario', 'opening-hours-page'],
    ] as const
  ).map(([path, page]) => ({
    file: `${path}/index.html`,
    modules: [`src/app/${page}.tsx`, ...signedIn],
    inlineScript: 'panel' as const,
  })),
  { file: 'dashboard/index.html', modules: [], inlineScript: 'panel' },
  // Their content depends on the visitor; the documents exist so that the paths do not answer 404.
  ...[
    'auth/callback',
    'oauth-callback',
    'payment-success',
    'reset-password',
    'reactivar',
    'confirmar-cita',
    'elegir-hora',
    'hora-libre',
    'deshacer-eliminacion',
    'autorizacion',
  ].map((path) => ({
    file: `${path}/index.html`,
    modules: [],
  })),
]

export async function renderPublicPages(options: RenderPagesOptions): Promise<void> {
  const { folder, server, inlineScripts } = options
  const site = builtSite(options)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const page of server.publicPages) {
    write(
      join(page.path, 'index.html'),
      createPrerenderedDocument(site.frame, await publicDocument(page, server, site)),
    )
  }
  write('404.html', createPrerenderedDocument(site.frame, await notFoundDocument(server, site)))
  const body = server.renderPanelSkeleton()
  const outline = await minified('frontend/src/app/shell-skeleton.css')
  for (const { file, modules, inlineScript } of shells) {
    const shell = shellOf(site, modules, { body, outline })
    write(
      file,
      createShellDocument(site.frame, inlineScript ? { ...shell, inlineScript: inlineScripts[inlineScript] } : shell),
    )
  }

  const listed = server.publicPages.flatMap(({ path, indexed }) => (indexed && server.buildCanonicalUrl(path)) || [])
  if (listed.length > 0) write('sitemap.xml', createSitemapXml(listed))
  write('robots.txt', createRobotsTxt(listed.length > 0 ? server.buildCanonicalUrl('/sitemap.xml') : undefined))
}

interface BuiltSite {
  readonly frame: HtmlPageTemplate
  readonly manifest: ViteManifest
  readonly cssOf: (styles: readonly string[]) => string
}

function builtSite({ folder, pressKeeper, loader }: RenderPagesOptions): BuiltSite {
  const manifest = readViteManifest(folder)
  const read = (file: string) => readFileSync(join(folder, file), 'utf8').trim()
  return {
    manifest,
    cssOf: (styles) => styles.map(read).join(''),
    frame: {
      template: stripAssetTags(read('index.html')),
      pressKeeper,
      loader,
      entry: manifest.fileOf(entry),
      fonts: ['figtree', 'habitat-serif'].map((name) => manifest.fileOf(`src/styles/fonts/${name}.woff2`)),
    },
  }
}

async function publicDocument(
  { path, title, description }: ServerRenderEntry['publicPages'][number],
  {
    renderPublicPage: render,
    renderCookieBanner,
    buildCanonicalUrl: canonicalOf,
    buildStructuredData: structuredDataOf,
    publicPageModules,
  }: ServerRenderEntry,
  { manifest, cssOf, frame }: BuiltSite,
): Promise<PrerenderedPageContent> {
  const { head, body } = await render(path)
  const { styles, scripts } = manifest.needsOf(entry, ...publicPageModules[path].map((module) => `src/${module}`))
  const shared = createSharingMetaTags({ title, description, url: canonicalOf(path), picture: canonicalOf('/og.jpg') })
  return {
    page: path,
    head: [createDocumentHead(head), shared, ...structuredDataOf(path).map(createJsonLdScript)].join(''),
    body,
    css: cssOf(styles),
    styles,
    scripts: scripts.filter((file) => file !== frame.entry),
    question: renderCookieBanner(),
  }
}

async function notFoundDocument(
  { renderPublicPage: render, renderCookieBanner, UNKNOWN_PAGE_PATH: anyOtherPath }: ServerRenderEntry,
  { manifest, cssOf, frame }: BuiltSite,
): Promise<PrerenderedPageContent> {
  const { styles, scripts } = manifest.needsOf(entry, 'src/app/not-found-page.tsx')
  const { head, body } = await render(anyOtherPath)
  return {
    page: anyOtherPath,
    head: createDocumentHead(head),
    body,
    css: cssOf(styles),
    styles,
    scripts: scripts.filter((file) => file !== frame.entry),
    question: renderCookieBanner(),
  }
}

function shellOf(
  { manifest, cssOf, frame }: BuiltSite,
  modules: readonly string[],
  { body, outline }: { readonly body: string; readonly outline: string },
): HtmlPageContent {
  const { styles } = manifest.needsOf(entry, ...modules.filter((module) => !signedIn.includes(module)))
  const { scripts } = manifest.needsOf(entry, ...modules)
  return {
    head: createDocumentHead({ title: 'Hábitat Interior' }),
    body,
    css: cssOf(styles) + outline,
    styles,
    scripts: scripts.filter((file) => file !== frame.entry),
  }
}

/** The skeleton's style is inlined only: it is not needed after rendering. */
async function minified(file: string): Promise<string> {
  const { code } = await transform(readFileSync(file, 'utf8'), { loader: 'css', minify: true })
  return code.trim()
}

const createSitemapXml = (addresses: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${address}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

/**
 * Panels are not disallowed here: they send `noindex`, which a robot obeys only if it may read the page. A site without
 * its own domain is disallowed entirely.
 */
const createRobotsTxt = (sitemapAddress: string | undefined): string =>
  sitemapAddress ? `User-agent: *\nDisallow: /api/\n\nSitemap: ${sitemapAddress}\n` : 'User-agent: *\nDisallow: /\n'
