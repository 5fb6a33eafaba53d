import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { createServedBytesCounter } from '../../bin/local/built-site.ts'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { getRaw } from '../support/get-raw.ts'
import { getProductSite } from '../support/product-site.ts'
import { laptopViewport, movePointerUntil, openVisitorPage } from '../support/visitor.ts'
import { getAdministratorSession } from './admin.ts'
import { openDemoClientPage } from './clients.ts'

/*
 * A page's transferred size, in kB of 1000 bytes as in test/site/budgets.test.ts: measured from a browser's requests,
 * which include those made by scripts. docs/performance.md lists the figures.
 */
const folder = inject('siteFolder')
const countServedBytes = createServedBytesCounter(folder)

/** Longer than the page's idle timeouts, so that everything loaded without interaction has arrived. */
const untouchedMs = 5000

const documentOf = (path: string) => join(path, path.endsWith('/') || !/\.\w+$/.test(path) ? 'index.html' : '')

function weightOf(path: string): number {
  const file = documentOf(path)
  return existsSync(join(folder, file)) ? countServedBytes(file) / 1000 : 0
}

function filesOf(page: Page): ReadonlySet<string> {
  const files = new Set<string>()
  page.on('request', (request) => files.add(new URL(request.url()).pathname))
  return files
}

const sum = (paths: Iterable<string>) => [...paths].reduce((all, path) => all + weightOf(path), 0)
const scriptsIn = (files: ReadonlySet<string>) => [...files].filter((path) => path.endsWith('.js'))

async function visit(path: string) {
  const page = await openVisitorPage({ askedBefore: false })
  const files = filesOf(page)
  await page.goto(path, { waitUntil: 'load' })
  await page.waitForTimeout(untouchedMs)
  const alone = { script: sum(scriptsIn(files)), everything: sum(files) }
  await movePointerUntil(page, async () => (await page.getByRole('region', { name: /Avisos/ }).count()) > 0)
  await page.waitForLoadState('networkidle')
  return { path, ...alone, inUse: sum(scriptsIn(files)), everythingInUse: sum(files) }
}

/** Budgets after hydration: the page with bookable hours, pages with a form, and others. The target for all is 100. */
function inUseOf(path: string): number {
  if (path === '/primera-consulta') return 90
  return ['/auth', '/comprar', '/register', '/desistimiento'].includes(path) ? 100 : 74
}

test('a public page brings no more script than it may, and the landing page no more of anything', async () => {
  const visits = await Promise.all(publicPages.map(({ path }) => visit(path)))

  expect(visits.filter(({ script }) => script > 2.4)).toEqual([])
  expect(visits.filter(({ path, inUse }) => inUse > inUseOf(path))).toEqual([])
  const landing = visits.find(({ path }) => path === '/')
  expect(landing?.everything).toBeLessThanOrEqual(70)
  expect(landing?.everythingInUse).toBeLessThanOrEqual(137)
})

/** With the default tab. The target for both is 165. */
const panels = [
  { path: '/client', allowed: 162, open: () => openDemoClientPage({ size: laptopViewport }) },
  {
    path: '/admin',
    allowed: 152,
    open: async () => openVisitorPage({ size: laptopViewport, session: await getAdministratorSession() }),
  },
]

test.each(panels)('$path brings by itself no more script than it may', async ({ path, allowed, open }) => {
  const page = await open()
  const files = filesOf(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForTimeout(untouchedMs)

  expect(scriptsIn(files).length).toBeGreaterThan(30)
  expect(sum(scriptsIn(files))).toBeLessThanOrEqual(allowed)
})

test('what is counted is what travels', async () => {
  const scripts = globSync('assets/{base,libraries,client-page}-*.js', { cwd: folder })
  const answers = await Promise.all(
    scripts.map((script) => getRaw(`${getProductSite()}/${script}`, 'gzip, deflate, br, zstd')),
  )

  expect(scripts).toHaveLength(3)
  expect(answers.map(({ body }) => body.length / 1000)).toEqual(scripts.map((script) => weightOf(`/${script}`)))
  expect(answers.map(({ body }) => body)).toEqual(scripts.map((script) => readFileSync(join(folder, 'br', script))))
})
