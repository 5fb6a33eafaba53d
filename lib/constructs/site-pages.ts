import { existsSync, readdirSync } from 'node:fs'

/** What the build left to publish. */
export interface SitePages {
  /** Paths of the pages that were rendered beforehand, without a slash at the end: `/preguntas-frecuentes`. */
  readonly prerendered: readonly string[]
  /** The page that draws every other path in the browser. */
  readonly shell: '/app.html' | '/index.html'
}

export const nothingBuilt: SitePages = { prerendered: [], shell: '/index.html' }

/** Reads what `vite build` wrote to `folder`: a page rendered beforehand is `path/index.html`. */
export function pagesIn(folder: string): SitePages {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (file) => `/${file.replaceAll('\\', '/')}`,
  )
  return {
    prerendered: files
      .filter((file) => file.endsWith('/index.html') && file !== '/index.html')
      .map((file) => file.slice(0, -'/index.html'.length))
      .toSorted(),
    shell: existsSync(`${folder}/app.html`) ? '/app.html' : '/index.html',
  }
}

/**
 * The CloudFront Function that turns the path of a page into the file that draws it. Error pages of the distribution
 * would do it too, and turn every refusal of the API into a page.
 */
export const pageRouting = ({ prerendered, shell }: SitePages): string => `
const prerendered = ${JSON.stringify(prerendered)}

function handler(event) {
  const request = event.request
  const path = request.uri.replace(/\\/+$/, '')
  const isFile = path.split('/').pop().includes('.')
  if (path === '') request.uri = '/index.html'
  else if (prerendered.includes(path)) request.uri = path + '/index.html'
  else if (!isFile) request.uri = '${shell}'
  return request
}
`
