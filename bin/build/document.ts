import escapeHtml from 'escape-html'
import type { DocumentHead } from '../../frontend/src/ui/page-head.ts'

export interface HtmlPageTemplate {
  readonly template: string
  readonly pressKeeper: string
  readonly loader: string
  readonly entry: string
  /** The text font, then the heading font; a shell has no headings. */
  readonly fonts: readonly string[]
}

export interface HtmlPageContent {
  /** Path of the prerendered page; undefined for a shell. */
  readonly page?: string
  readonly head: string
  readonly body: string
  readonly css: string
  /** Style sheets whose content is inlined in `css`: the browser counts them as loaded and does not request them. */
  readonly styles: readonly string[]
  readonly scripts: readonly string[]
}

export interface ShellContent extends HtmlPageContent {
  /** Inlined script that runs before the files are loaded: frontend/src/site/lead-to-sign-in.ts. */
  readonly inlineScript?: string
}

export interface PrerenderedPageContent extends HtmlPageContent {
  readonly question: string
}

/** Names the inlined sheets: frontend/src/site/link-inlined-style-sheets.ts. */
const style = ({ css, styles }: HtmlPageContent) =>
  `<meta name="sheets" content="${styles.join(' ')}" /><style>${css}</style>`
const font = (href: string) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin />`

/** Its scripts are loaded when somebody uses it. */
export const createPrerenderedDocument = (
  { template, pressKeeper, loader, entry, fonts }: HtmlPageTemplate,
  page: PrerenderedPageContent,
): string =>
  template
    .replace(
      '</head>',
      () =>
        [
          `<script>${pressKeeper}</script>`,
          ...fonts.map(font),
          style(page),
          page.head,
          `<script async src="${loader}" data-entry="${entry}" data-chunks="${page.scripts.join(' ')}"></script>`,
        ].join('') + '</head>',
    )
    .replace(
      '<div id="root"></div>',
      () => `<div id="root" data-page="${page.page}">${page.body}</div><template>${page.question}</template>`,
    )

export const createShellDocument = ({ template, entry, fonts }: HtmlPageTemplate, shell: ShellContent): string =>
  template
    .replace(
      '</head>',
      () =>
        [
          ...fonts.slice(0, 1).map(font),
          style(shell),
          shell.inlineScript
            ? `<meta name="chunks" content="${shell.scripts.join(' ')}" /><script>${shell.inlineScript}</script>`
            : shell.scripts.map((href) => `<link rel="modulepreload" href="${href}" />`).join(''),
          shell.head,
          `<script type="module" src="${entry}"></script>`,
        ].join('') + '</head>',
    )
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${shell.body}</div>` +
        '<noscript>Esta página necesita JavaScript. Actívalo en tu navegador para continuar.</noscript>',
    )

export const stripAssetTags = (html: string): string =>
  html
    .replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replaceAll(/\s*<link rel="(stylesheet|modulepreload)"[^>]*>/g, '')

/** The same tags as frontend/src/ui/page-head.ts writes during navigation. */
export const createDocumentHead = ({ title, description, canonical }: DocumentHead): string =>
  [
    `<title>${escapeHtml(title)}</title>`,
    description ? `<meta name="description" content="${escapeHtml(description)}" />` : '',
    canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}" />` : '<meta name="robots" content="noindex" />',
  ].join('')

interface Shared {
  readonly title: string
  readonly description: string
  readonly url: string | undefined
  readonly picture: string | undefined
}

const property = (name: string, content: string) => `<meta property="${name}" content="${escapeHtml(content)}" />`

/** `og:url` and `og:image` need absolute URLs: without a site URL both are omitted. */
export const createSharingMetaTags = ({ title, description, url, picture }: Shared): string =>
  [
    property('og:type', 'website'),
    property('og:site_name', 'Hábitat Interior'),
    property('og:locale', 'es_ES'),
    property('og:title', title),
    property('og:description', description),
    ...(url ? [property('og:url', url)] : []),
    ...(picture
      ? [
          property('og:image', picture),
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', 'Hábitat Interior: hay un ecosistema dentro de ti'),
        ]
      : []),
    `<meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`,
  ].join('')

/** A script element ends at the first `</script`, even inside a JSON string. */
export const createJsonLdScript = (thing: object): string =>
  `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`
