import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What the build left to publish. */
export interface SitePages {
  /** Paths of the pages that have a document, without a slash at the end: `/preguntas-frecuentes`. */
  readonly prerendered: readonly string[]
  /** The page that draws the others in the browser. */
  readonly shell: '/app.html' | '/index.html'
  /** The page for paths that are none; `undefined` where the shell draws those too. */
  readonly notFound: '/404.html' | undefined
  /** Of the style that each page carries within itself, as a content security policy names it: `sha256-…`. */
  readonly styleHashes: readonly string[]
  /** Of the script that each page carries within itself, likewise. */
  readonly scriptHashes: readonly string[]
}

export const nothingBuilt: SitePages = {
  prerendered: [],
  shell: '/index.html',
  notFound: undefined,
  styleHashes: [],
  scriptHashes: [],
}

/** Of the content of all elements `tag` without an attribute, each once. */
const hashesOf = (tag: 'style' | 'script', documents: readonly string[]): readonly string[] => {
  const contents = documents.flatMap((html) => [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))])
  const hashes = contents.map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  return [...new Set(hashes)].toSorted()
}

/** Reads what `bin/build-site.ts` wrote to `folder`: a page rendered beforehand is `path/index.html`. */
export function pagesIn(folder: string): SitePages {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (file) => `/${file.replaceAll('\\', '/')}`,
  )
  const documents = files
    .filter((file) => file.endsWith('.html'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  return {
    prerendered: files
      .filter((file) => file.endsWith('/index.html') && file !== '/index.html')
      .map((file) => file.slice(0, -'/index.html'.length))
      .toSorted(),
    shell: existsSync(`${folder}/app.html`) ? '/app.html' : '/index.html',
    notFound: existsSync(`${folder}/404.html`) ? '/404.html' : undefined,
    styleHashes: hashesOf('style', documents),
    scriptHashes: hashesOf('script', documents),
  }
}

/** Parameters that change what a page shows, as frontend/src/site/fresh-visit.ts names them. */
export const tellingParameters = ['code', 'error', 'oauth', 'session_id', 'solicitar', 'status', 'step'] as const

/** Pages that end in an id have no document each: whatever stands below these paths, one level deep, is drawn. */
const pagesOfIds = ['/client']

type Routes = Pick<SitePages, 'prerendered' | 'shell' | 'notFound'>

const fileOf = ({ prerendered, shell, notFound }: Routes): string => `
const prerendered = ${JSON.stringify(prerendered)}
const telling = ${JSON.stringify(tellingParameters)}
const pagesOfIds = ${JSON.stringify(pagesOfIds)}

function fileOf(request) {
  const query = request.querystring || {}
  const path = request.uri.replace(/\\/+$/, '')
  const end = path.lastIndexOf('/')
  if (path.slice(end + 1).includes('.')) return request.uri
  const isRendered = path === '' || prerendered.includes(path)
  const isSameForAll = !telling.some((name) => query[name])
  if (isRendered && isSameForAll) return path + '/index.html'
  return isRendered || pagesOfIds.includes(path.slice(0, end)) ? '${shell}' : '${notFound ?? shell}'
}
`

/**
 * The CloudFront Function that turns the path of a page into the file that draws it. A page that was rendered beforehand
 * shows what every visitor sees; with a parameter that tells otherwise the browser draws it. Error pages of the
 * distribution would do all this too, and turn every refusal of the API into a page.
 */
export const pageRouting = (routes: Routes): string => `${fileOf(routes)}
function handler(event) {
  event.request.uri = fileOf(event.request)
  return event.request
}
`

/**
 * The one that says of the page for paths that are none what it is. It asks for the file again instead of comparing: it
 * holds whether the request it is shown is the visitor's or the changed one.
 */
export const pageStatus = (routes: Routes): string => `${fileOf(routes)}
function handler(event) {
  if (event.response.statusCode === 200 && fileOf(event.request) === '${routes.notFound}') {
    event.response.statusCode = 404
    event.response.statusDescription = 'Not Found'
  }
  return event.response
}
`
