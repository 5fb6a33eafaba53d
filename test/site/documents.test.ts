import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { JSDOM } from 'jsdom'
import { describe, expect, inject, test } from 'vitest'
import { getContentType } from '../../bin/local/built-site.ts'
import { publicPages } from '../../frontend/src/content/public-pages.ts'
import { WebsiteResponseHeaders } from '../../lib/constructs/site-headers.ts'
import { createPageRoutingCode, readBuiltSitePages } from '../../lib/constructs/site-pages.ts'
import { builtSiteUrl } from '../support/built-site.ts'

const folder = inject('siteFolder')
const built = readBuiltSitePages(folder)
const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const documentOf = (path: string) => new JSDOM(read(join(path, 'index.html'))).window.document
const contentOf = (document: Document, selector: string) => {
  const found = document.querySelectorAll(selector)
  expect(found, selector).toHaveLength(1)
  return found[0]?.getAttribute('content') ?? found[0]?.getAttribute('href')
}
const wordsOf = (text: string) => text.replaceAll(/\s+/g, ' ')

const things = (path: string) =>
  [...documentOf(path).querySelectorAll('script[type="application/ld+json"]')].map((script) =>
    JSON.parse(script.textContent ?? ''),
  )
const shownOn = (path: string) => wordsOf(documentOf(path).body.textContent ?? '')

describe.each(publicPages)('the document of $path', ({ path, title, description }) => {
  const document = documentOf(path)

  test('has the whole page in it, under one heading', () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelector('main')?.textContent?.length).toBeGreaterThan(100)
    // Placeholder of a part that was not ready when the page was prerendered.
    expect(read(join(path, 'index.html'))).not.toMatch(/<!--\$[?!]?-->|<template [^>]|>Cargando/)
  })

  test('says its title and its description once', () => {
    expect([...document.querySelectorAll('head > title')].map((element) => element.textContent)).toEqual([title])
    expect(contentOf(document, 'meta[name=description]')).toBe(description)
  })

  test('tells networks what the page is, with a picture', () => {
    expect(contentOf(document, 'meta[property="og:title"]')).toBe(title)
    expect(contentOf(document, 'meta[property="og:description"]')).toBe(description)
    expect(contentOf(document, 'meta[property="og:url"]')).toBe(builtSiteUrl + path)
    expect(contentOf(document, 'meta[property="og:image"]')).toBe(`${builtSiteUrl}/og.jpg`)
    expect(contentOf(document, 'meta[name="twitter:card"]')).toBe('summary_large_image')
  })

  test('has no script and no style of its own besides the ones that the security policy knows', () => {
    const scripts = [...document.querySelectorAll('script:not([type="application/ld+json"])')]
    const [pressKeeper = '', ...files] = scripts.map((script) => script.textContent)
    expect(built.scriptHashes).toContain(hashOf(pressKeeper))
    expect(files).toEqual([''])
    expect(document.querySelectorAll('style')).toHaveLength(1)
    expect(built.styleHashes).toContain(hashOf(document.querySelector('style')?.textContent ?? ''))
    expect(document.querySelectorAll('[style]')).toHaveLength(0)
  })
})

test.each(publicPages)('$path has no form that its browser would send by itself', ({ path }) => {
  const methods = [...documentOf(path).forms].map((form) => form.getAttribute('method'))

  expect(methods.filter((method) => method !== 'dialog')).toEqual([])
})

test(
  "the headers of a deployment allow the script of these very documents and nobody else's",
  { timeout: 20_000 },
  () => {
    const stack = new Stack(new App({ builtinCloudFormationValidation: false }), 'Site')
    const hosts = { region: 'eu-west-1', oauthHost: 'oauth.example', filesHost: 'files.example' }
    new WebsiteResponseHeaders(stack, 'Headers', { ...hosts, ...built })
    const [made] = Object.values(Template.fromStack(stack).findResources('AWS::CloudFront::ResponseHeadersPolicy'))
    const config = made?.['Properties'].ResponseHeadersPolicyConfig
    const policy: string = config.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy
    const allowed = (directive: string) =>
      policy
        .split('; ')
        .find((each) => each.startsWith(directive))
        ?.match(/'sha256-[^']+'/g)
        ?.toSorted()

    expect(allowed('script-src')).toEqual(built.scriptHashes.map((hash) => `'${hash}'`))
    expect(allowed('style-src')).toEqual(built.styleHashes.map((hash) => `'${hash}'`))
  },
)

test.each(publicPages.filter(({ indexed }) => indexed))('$path names its one true address', ({ path }) => {
  const document = documentOf(path)

  expect(contentOf(document, 'link[rel=canonical]')).toBe(builtSiteUrl + path)
  expect(document.querySelector('meta[name=robots]')).toBeNull()
})

test.each(publicPages.filter(({ indexed }) => !indexed))('$path asks not to be listed', ({ path }) => {
  const document = documentOf(path)

  expect(contentOf(document, 'meta[name=robots]')).toBe('noindex')
  expect(document.querySelector('link[rel=canonical]')).toBeNull()
})

describe('what search engines are told', () => {
  test('of the questions is what the page shows', () => {
    const { mainEntity } = things('/').find((thing) => thing['@type'] === 'FAQPage')
    const shown = shownOn('/')

    expect(mainEntity.length).toBeGreaterThan(4)
    for (const { name, acceptedAnswer } of mainEntity) {
      expect(shown).toContain(wordsOf(name))
      expect(shown).toContain(wordsOf(acceptedAnswer.text))
    }
  })

  test('of the practice is what the page shows', () => {
    const [practice] = things('/')

    expect(practice).toMatchObject({ '@type': 'ProfessionalService', url: `${builtSiteUrl}/` })
    expect(shownOn('/')).toContain(practice.name)
    expect(shownOn('/')).toContain(wordsOf(practice.description))
  })

  test('of the consultation is the price that the page shows', () => {
    const [{ offers, name }] = things('/primera-consulta')

    expect(offers).toMatchObject({ price: '80.00', priceCurrency: 'EUR', url: `${builtSiteUrl}/primera-consulta` })
    expect(shownOn('/primera-consulta')).toContain(name)
    expect(shownOn('/primera-consulta')).toMatch(/80,00\s€/)
  })

  test('is which pages there are: those that may be listed, and no others', () => {
    const listed = [...read('sitemap.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)

    expect(listed).toEqual(publicPages.filter(({ indexed }) => indexed).map(({ path }) => builtSiteUrl + path))
    expect(read('robots.txt')).toContain(`Sitemap: ${builtSiteUrl}/sitemap.xml`)
    expect(read('robots.txt')).not.toMatch(/^Disallow: \/$/m)
  })
})

test('the picture for networks is there, and small', () => {
  const { size } = statSync(join(folder, 'og.jpg'))
  expect(size).toBeLessThan(120_000)
})

const panelDocuments = built.prerendered.filter((path) => /^\/(client|admin|dashboard)(\/|$)/.test(path))

test.each(['app.html', 'client/index.html', 'admin/index.html'])(
  'the shell %s shows an outline and is not listed',
  (file) => {
    const { document } = new JSDOM(read(file)).window

    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(document.querySelector('[role=status]')?.textContent).toBe('Cargando...')
    expect(document.querySelectorAll('[style]')).toHaveLength(0)
  },
)

test('the panels have documents of their own', () => {
  expect(panelDocuments).toEqual(expect.arrayContaining(['/admin', '/admin/agenda', '/client', '/dashboard']))
})

describe.each(panelDocuments)('RTE-24 the document of %s', (path) => {
  const html = read(join(path, 'index.html'))
  const [, listed = '', script = ''] =
    /<meta name="chunks" content="([^"]+)" \/><script>(.*?)<\/script>/s.exec(html) ?? []
  const NO_SESSION = {}
  const SESSION = { 'CognitoIdentityServiceProvider.client.LastAuthUser': 'sub-1' }

  function runFor(localStorage: object, address: string) {
    const { pathname, search, hash } = new URL(address, 'https://habitat.test')
    const led: string[] = []
    const loaded: string[] = []
    const location = { pathname, search, hash, replace: (to: string) => led.push(to) }
    const document = {
      querySelector: () => ({ content: listed }),
      createElement: () => ({}),
      head: { append: ({ rel, href }: HTMLLinkElement) => loaded.push(`${rel} ${href}`) },
    }
    const window = { localStorage, sessionStorage: {}, location }
    runInNewContext(script, { window, document, encodeURIComponent, Object, performance })
    return { led, loaded }
  }
  const everything = listed.split(' ').map((href) => `modulepreload ${href}`)

  test('leads a visitor to sign in and back, and loads nothing', () => {
    const next = encodeURIComponent(`${path}?tab=invoices`)

    expect(runFor(NO_SESSION, `${path}?tab=invoices`)).toEqual({ led: [`/auth?next=${next}`], loaded: [] })
    expect(html).not.toContain('<link rel="modulepreload"')
  })

  test('loads its code for whoever has a session, and for an address with tokens behind its #', () => {
    expect(everything.length).toBeGreaterThan(2)
    expect(runFor(SESSION, path)).toEqual({ led: [], loaded: everything })
    expect(runFor(NO_SESSION, `${path}#access_token=1`)).toEqual({ led: [], loaded: everything })
  })
})

test('RTE-22 the page for paths that are none is whole, comes to life, and is not listed', () => {
  const { document } = new JSDOM(read('404.html')).window

  expect(document.querySelector('h1[lang=en]')?.textContent).toBe('Oops! Page not found')
  expect(document.querySelector('main a')?.getAttribute('href')).toBe('/')
  expect(document.querySelector('#root')?.getAttribute('data-page')).toBe('/*')
  expect(contentOf(document, 'meta[name=robots]')).toBe('noindex')
  expect(document.querySelector('title')?.textContent).toBe('Página no encontrada')
})

test('every page of the router is served as a page, and nothing else is', () => {
  const asked = [...readFileSync('frontend/src/router.tsx', 'utf8').matchAll(/<Route path="([^"*]+)"/g)].map(
    ([, path = '']) => path.replace(/:\w+/, 'cus_1'),
  )
  const routing = createPageRoutingCode(built)
  const fileOf = (uri: string): string =>
    runInNewContext(`${routing}; handler(event).uri`, { event: { request: { uri } } })

  expect(asked.length).toBeGreaterThan(15)
  expect(asked.filter((path) => fileOf(path) === '/404.html')).toEqual([])
  expect(['/no-existe', '/client/cus_1/nada', '/primera'].map(fileOf)).toEqual(['/404.html', '/404.html', '/404.html'])
})

interface WebManifest {
  readonly name: string
  readonly start_url: string
  readonly theme_color: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose: string }[]
  readonly shortcuts: readonly { readonly url: string }[]
}

const sizeOfPng = (file: string): string => {
  const head = readFileSync(join(folder, file)).subarray(16, 24)
  return `${head.readUInt32BE(0)}x${head.readUInt32BE(4)}`
}

describe('the manifest', () => {
  const manifest = JSON.parse(read('manifest.webmanifest')) as WebManifest
  const documents = ['index.html', 'client/index.html', 'admin/index.html', '404.html', 'app.html']

  test('is named in every document, with the icon that iPhones ask for and the colour of the bar', () => {
    for (const file of documents) {
      const { document } = new JSDOM(read(file)).window
      expect(contentOf(document, 'link[rel=manifest]'), file).toBe('/manifest.webmanifest')
      expect(contentOf(document, 'link[rel=apple-touch-icon]'), file).toBe('/apple-touch-icon.png')
      expect(contentOf(document, 'meta[name=theme-color]'), file).toBe(manifest.theme_color)
    }
    expect(sizeOfPng('apple-touch-icon.png')).toBe('180x180')
  })

  test('opens on the client’s panel, and its addresses are pages', () => {
    expect(manifest).toMatchObject({ name: 'Hábitat Interior', start_url: '/client' })
    const paths = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => new URL(url, builtSiteUrl).pathname)]
    expect(paths.filter((path) => !built.prerendered.includes(path))).toEqual([])
  })

  test('has icons of the sizes that it says, one of which may be cut round', () => {
    expect(manifest.icons.map(({ src, sizes }) => [sizes, sizeOfPng(src)])).toEqual(
      manifest.icons.map(({ sizes }) => [sizes, sizes]),
    )
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  })

  test('is served as what it is, and like every file that is no page', () => {
    expect(getContentType('/manifest.webmanifest')).toBe('application/manifest+json')
    expect(built.files).toEqual(
      expect.arrayContaining(['/manifest.webmanifest', ...manifest.icons.map(({ src }) => src)]),
    )
  })
})

test('every address in a document leads to a file of the build', () => {
  const missing = [
    ...publicPages.map(({ path }) => join(path, 'index.html')),
    '404.html',
    'app.html',
    'client/index.html',
  ]
    .flatMap((file) => [...read(file).matchAll(/(?:src|href|data-entry|data-chunks)="(\/[^"]*)"/g)])
    .flatMap(([, addresses = '']) => addresses.split(' '))
    .filter((address) => address.startsWith('/assets/') && !existsSync(join(folder, address)))

  expect(missing).toEqual([])
})
