import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BROTLI_FOLDER } from '../built-site.ts'

export interface BuiltSitePages {
  /** Paths with a document of their own, without trailing slash: `/preguntas-frecuentes`. */
  readonly prerendered: readonly string[]
  readonly shell: '/app.html' | '/index.html'
  readonly notFound: '/404.html' | undefined
  readonly files: readonly string[]
  /** Hashes in the names of scripts and style sheets that have a copy below `/br`: `a1B2c3D4`. */
  readonly copies: readonly string[]
  /** Hashes of inline styles, in CSP notation: `sha256-…`. */
  readonly styleHashes: readonly string[]
  readonly scriptHashes: readonly string[]
}

const DEPLOYED_CONFIG = '/config.json'

export const emptySitePages: BuiltSitePages = {
  prerendered: [],
  shell: '/index.html',
  notFound: undefined,
  files: [DEPLOYED_CONFIG],
  copies: [],
  styleHashes: [],
  scriptHashes: [],
}

const hashesOf = (tag: 'style' | 'script', documents: readonly string[]): readonly string[] => {
  const contents = documents.flatMap((html) => [...html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))])
  const hashes = contents.map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
  return [...new Set(hashes)].toSorted()
}

const copiesFolder = `/${BROTLI_FOLDER}/`

const hashedName = /^\/assets\/[^/]*-([\w-]{8})\.(js|css)$/

const isSingleFile = (file: string): boolean =>
  /\.\w+$/.test(file) &&
  !['/assets/', copiesFolder].some((start) => file.startsWith(start)) &&
  !file.endsWith('/index.html')

const findCopies = (files: readonly string[]): readonly string[] =>
  files
    .filter((file) => file.startsWith(copiesFolder))
    .flatMap((file) => hashedName.exec(file.slice(copiesFolder.length - 1))?.[1] ?? [])
    .toSorted()

export function readBuiltSitePages(folder: string): BuiltSitePages {
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
    files: [...files.filter(isSingleFile), DEPLOYED_CONFIG].toSorted(),
    copies: findCopies(files),
    styleHashes: hashesOf('style', documents),
    scriptHashes: hashesOf('script', documents),
  }
}

/** Query parameters that change what a page shows; same list in frontend/src/site/prerendered-page-use.ts. */
export const pageStateQueryParameters = [
  'code',
  'error',
  'next',
  'oauth',
  'redirect',
  'session_id',
  'solicitar',
  'status',
  'step',
] as const

const pagesOfIds = ['/client', '/unirse']

const pageOfRecord = /^\/client\/[^/]+\/(pauta|mensajes|presupuestos|notas\/[^/]+)$/

type Routes = Pick<BuiltSitePages, 'prerendered' | 'shell' | 'notFound' | 'files'>

// /assets also holds files of earlier builds, which are not listed here: the bucket answers for missing ones (0068).
const fileOf = ({ prerendered, shell, notFound, files }: Routes): string => `
const prerendered = ${JSON.stringify(prerendered)}
const files = ${JSON.stringify(files)}
const telling = ${JSON.stringify(pageStateQueryParameters)}
const pagesOfIds = ${JSON.stringify(pagesOfIds)}
const pageOfRecord = ${pageOfRecord.toString()}

function fileOf(request) {
  const query = request.querystring || {}
  const path = request.uri.replace(/\\/+$/, '')
  const end = path.lastIndexOf('/')
  if (path.slice(end + 1).includes('.')) {
    const page = path.replace(/\\/index\\.html$/, '')
    const isThere = path.startsWith('/assets/') || path.startsWith('${copiesFolder}') || files.includes(path) || page === '' || (page !== path && prerendered.includes(page))
    return isThere ? path : '${notFound ?? ''}' || path
  }
  const isRendered = path === '' || prerendered.includes(path)
  const isSameForAll = !telling.some((name) => query[name])
  if (isRendered && isSameForAll) return path + '/index.html'
  const isOfIds = pagesOfIds.includes(path.slice(0, end)) || pageOfRecord.test(path)
  return isRendered || isOfIds ? '${shell}' : '${notFound ?? shell}'
}
`

const brotli = /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$)|$)/i

/**
 * CloudFront Function that maps a page path to its file, and a script or style sheet to its brotli copy when the
 * browser accepts it. A prerendered page is the same for every visitor; with a parameter that changes it, the browser
 * renders. Error pages of the distribution could map paths too, but would turn every refusal of the API into a page.
 * Only this build's copies are known: files of earlier builds may have none and are served uncompressed. A direct
 * request for a copy comes perhaps from a browser without brotli, so it is mapped to a name that does not exist (0069).
 */
export const createPageRoutingCode = (routes: Routes & Pick<BuiltSitePages, 'copies'>): string => `${fileOf(routes)}
const copies = '${routes.copies.join(' ')}'
const hashedName = ${hashedName.toString()}
const brotli = ${brotli.toString()}

function readsBrotli(request) {
  const accepted = (request.headers || {})['accept-encoding']
  return Boolean(accepted) && accepted.value.split(',').some((coding) => brotli.test(coding))
}

function servedFileOf(request) {
  const file = fileOf(request)
  if (file.startsWith('${copiesFolder}')) return '/assets' + file
  const name = hashedName.exec(file)
  return name && copies.includes(name[1]) && readsBrotli(request) ? '/${BROTLI_FOLDER}' + file : file
}

function handler(event) {
  event.request.uri = servedFileOf(event.request)
  return event.request
}
`

/**
 * CloudFront Function that sets status 404 on the not-found page. It maps the path again instead of comparing, so it
 * works with the visitor's request and with the rewritten one.
 */
export const createNotFoundFunctionCode = (routes: Routes): string => `${fileOf(routes)}
function handler(event) {
  if (event.response.statusCode === 200 && fileOf(event.request) === '${routes.notFound}') {
    event.response.statusCode = 404
    event.response.statusDescription = 'Not Found'
  }
  return event.response
}
`
