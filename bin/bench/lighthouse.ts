import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launch } from 'chrome-launcher'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { serveBuiltSite } from '../local/built-site.ts'
import { listenOnLoopback } from '../local/listen.ts'
import { startLocalProduct } from '../local/product.ts'
import { median } from './median.ts'

/*
 * Lighthouse in its phone configuration on every public page and both panels of the production build, without a
 * session, and for comparison on a hand-written page without scripts. Compare the ratios to it, never times of two
 * machines.
 *
 *     npm run lighthouse -- --runs 5 --pages /,/auth
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const [port, limitPort] = [await freePort(), await freePort()]
const site = `http://localhost:${port}`

const { values } = parseArgs({ options: { runs: { type: 'string', default: '3' }, pages: { type: 'string' } } })
const runs = Number(values.runs)
const paths = values.pages?.split(',') ?? [...publicPages.map(({ path }) => path), '/client', '/admin']
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

const work = mkdtempSync(join(tmpdir(), 'habitat-lighthouse-'))
const folder = join(work, 'site')
execFileSync(process.execPath, ['bin/build-site.ts', '--site-url', site, '--out', folder], { cwd: root })
process.env['HABITAT_LOCAL'] = '1'
const log = console.info
console.info = () => undefined
const product = await startLocalProduct({ port, root, directory: work, builtSite: folder })
const limit = await listenOnLoopback(limitPort, serveBuiltSite(limitFolder()))
const chrome = await launch({ chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] })

/** A hand-written page with the fonts and the picture of the landing page: the lower limit for the real one. */
function limitFolder(): string {
  const written = join(work, 'limit')
  mkdirSync(written)
  const parts = ['bin/bench/limit/index.html', 'frontend/public/favicon.svg', 'frontend/src/drawings/hero.svg']
  const fonts = ['figtree', 'habitat-serif'].map((name) => `frontend/src/styles/fonts/${name}.woff2`)
  for (const part of [...parts, ...fonts]) cpSync(join(root, part), join(written, basename(part)))
  return written
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: free } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return free
}

interface Measured {
  readonly scores: readonly number[]
  /** Largest contentful paint in milliseconds. */
  readonly lcp: number
  readonly tbt: number
  readonly cls: number
  readonly bytes: number
}

function read({ lhr }: RunnerResult): Measured {
  const value = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: categories.map((category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
  }
}

async function measure(url: string): Promise<Measured> {
  const measured: Measured[] = []
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, { port: chrome.port, onlyCategories: [...categories], logLevel: 'silent' })
    if (!result) throw new Error(`Lighthouse says nothing about ${url}`)
    measured.push(read(result))
  }
  const middle = (of: (one: Measured) => number) => median(measured.map(of))
  return {
    scores: categories.map((_, index) => middle(({ scores }) => scores[index] ?? Number.NaN)),
    lcp: middle(({ lcp }) => lcp),
    tbt: middle(({ tbt }) => tbt),
    cls: middle(({ cls }) => cls),
    bytes: middle(({ bytes }) => bytes),
  }
}

const row = (name: string, { scores, lcp, tbt, cls, bytes }: Measured, fastest: number) =>
  `| \`${name}\` | ${scores.join(' / ')} | ${Math.round(lcp)} | ${(lcp / fastest).toFixed(2)} | ${Math.round(tbt)} | ${cls.toFixed(4)} | ${Math.round(bytes / 1000)} kB |`

try {
  const fastest = await measure(`http://localhost:${limitPort}/`)
  log('| page | perf / a11y / practices / SEO | LCP ms | × limit | TBT ms | CLS | bytes |')
  log('|---|---|---|---|---|---|---|')
  log(row('limit', fastest, fastest.lcp))
  for (const path of paths) log(row(path, await measure(site + path), fastest.lcp))
} finally {
  chrome.kill()
  for (const server of limit) server.close()
  await product.close()
  rmSync(work, { recursive: true, force: true })
}
