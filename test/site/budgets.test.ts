import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { createServedBytesCounter } from '../../bin/local/built-site.ts'
import { publicPages } from '../../frontend/src/content/public-pages.ts'

/*
 * Transferred size of a page, in kB of 1000 bytes: scripts and style sheets as compressed by the build, documents as
 * compressed by CloudFront. docs/performance.md lists figures and reasons.
 */
const folder = inject('siteFolder')
const countServedBytes = createServedBytesCounter(folder)
const sized = (addresses: readonly string[]) =>
  addresses.reduce((sum, address) => sum + countServedBytes(join('/', address)), 0) / 1000

const addressesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(([, address = '']) => address)

const beforeFirstPaint = (file: string) => sized([file, ...addressesIn(file, /rel="preload" href="([^"]+\.woff2)"/g)])
const ahead = (file: string) =>
  addressesIn(
    file,
    /<(?:link rel="modulepreload" href|script type="module" src|meta name="chunks" content)="([^"]+)"/g,
  ).flatMap((addresses) => addresses.split(' '))

const landing = 60
const page = 45
const shell = 30

test.each(publicPages)('$path is light enough to be read at once', ({ path }) => {
  expect(beforeFirstPaint(join(path, 'index.html'))).toBeLessThanOrEqual(path === '/' ? landing : page)
})

test.each(publicPages)('$path waits with every script but the one that waits', ({ path }) => {
  const file = join(path, 'index.html')

  expect(ahead(file)).toEqual([])
  expect(sized(addressesIn(file, /<script async src="([^"]+)"/g))).toBeLessThanOrEqual(2.4)
})

describe.each([
  // Includes 'Hoy', which is shown first. The target for both is 165.
  { panel: '/client', script: 119 },
  { panel: '/admin', script: 85 },
])('$panel', ({ panel, script }) => {
  const file = join(panel, 'index.html')

  test('shows its outline at once', () => {
    expect(beforeFirstPaint(file)).toBeLessThanOrEqual(shell)
  })

  test('works with the script that it may have', () => {
    expect(ahead(file).length).toBeGreaterThan(10)
    expect(sized(ahead(file))).toBeLessThanOrEqual(script)
  })
})

function withImports(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const name of addressesIn(file, /(?:from|import)\s*"\.\/([^"]+\.js)"/g)) withImports(join('assets', name), found)
  return found
}

test('the doses of the client’s panel can be drawn before most of its script has been evaluated', () => {
  const first = ahead(join('client', 'index.html')).filter((file) => /client-(page|today)-[\w-]{8}\.js$/.test(file))
  const needed = new Set(first.flatMap((file) => [...withImports(file.slice(1))]))

  expect(first).toHaveLength(2)
  expect(needed.size).toBeGreaterThan(8)
  expect(sized([...needed])).toBeLessThanOrEqual(84)
})

test('the largest picture above the fold of the landing page is at most 25 kB', () => {
  const pictures = addressesIn('index.html', /<img [^>]*src="([^"]+)"[^>]*loading="eager"/g)

  expect(pictures).toHaveLength(1)
  expect(sized(pictures)).toBeLessThanOrEqual(25)
})
