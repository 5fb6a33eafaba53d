import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createServedBytesCounter, serveBuiltSite } from '../../bin/local/built-site.ts'
import {
  createNotFoundFunctionCode,
  createPageRoutingCode,
  readBuiltSitePages,
} from '../../lib/constructs/site-pages.ts'
import { getRaw } from '../support/get-raw.ts'

const folder = inject('siteFolder')
const files = globSync('assets/*.{js,css}', { cwd: folder })
const read = (file: string) => readFileSync(join(folder, file))
const oneOf = (name: RegExp) => files.find((file) => name.test(file)) ?? ''

test('each script and style sheet has a copy that is the same once it is decompressed, and nothing else has', () => {
  const copies = globSync('br/**/*.*', { cwd: folder })

  expect(files.length).toBeGreaterThan(100)
  expect(copies.toSorted()).toEqual(files.map((file) => join('br', file)).toSorted())
  expect(files.filter((file) => !brotliDecompressSync(read(join('br', file))).equals(read(file)))).toEqual([])
})

test('the functions at the edge are within the 10 kB that CloudFront allows', () => {
  const pages = readBuiltSitePages(folder)
  const sizes = [createPageRoutingCode(pages), createNotFoundFunctionCode(pages)].map((code) => Buffer.byteLength(code))

  expect(Math.max(...sizes)).toBeLessThan(10_000)
})

describe('the site, served by itself,', () => {
  const server = createServer(serveBuiltSite(folder))
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => void server.close())

  const get = (path: string, accepted?: string) =>
    getRaw(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, accepted)

  test.each([
    [oneOf(/^assets\/base-.*\.js$/), 'text/javascript; charset=utf-8'],
    [oneOf(/^assets\/loader-.*\.js$/), 'text/javascript; charset=utf-8'],
    [oneOf(/^assets\/base-.*\.css$/), 'text/css; charset=utf-8'],
  ])('sends the copy of %s to who reads brotli', async (file, type) => {
    const { status, headers, body } = await get(`/${file}`, 'gzip, deflate, br, zstd')

    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(body.equals(read(join('br', file)))).toBe(true)
    expect(createServedBytesCounter(folder)(`/${file}`)).toBe(body.length)
  })

  test('compresses the original for who reads gzip alone, and sends it as it is to who reads neither', async () => {
    const file = oneOf(/^assets\/base-.*\.js$/)
    const zipped = await get(`/${file}`, 'gzip')
    const plain = await get(`/${file}`)

    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(zipped.body).equals(read(file))).toBe(true)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.equals(read(file))).toBe(true)
  })

  test.each(['gzip, br', 'gzip'])('has no copy under its own name, to who accepts %s', async (accepted) => {
    expect((await get(`/br/${oneOf(/^assets\/base-.*\.js$/)}`, accepted)).status).toBe(404)
  })

  test('has documents and fonts as before', async () => {
    const document = await get('/', 'gzip, br')
    const font = globSync('assets/*.woff2', { cwd: folder })[0] ?? ''

    expect(document.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(document.body).equals(read('index.html'))).toBe(true)
    expect((await get(`/${font}`, 'gzip, br')).headers['content-encoding']).toBeUndefined()
  })
})
