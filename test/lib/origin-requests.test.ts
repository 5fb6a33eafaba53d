import { expect, test } from 'vitest'
import { openTemplateStack } from '../../bin/local/iam/template-policies.ts'
import type { StackTemplate } from '../../bin/local/iam/template-values.ts'
import { readDistribution } from '../../bin/local/template/distribution-config.ts'
import { toOriginRequest } from '../../bin/local/template/origin-request.ts'
import { readSecrets } from '../../bin/local/template/secrets.ts'
import { getWholeTemplate } from './synthesised.ts'

const { Resources } = getWholeTemplate().toJSON() as StackTemplate
const stack = openTemplateStack(
  { Resources: Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => !Type.endsWith('::Stack'))) },
  { stackName: 'Stack', region: 'eu-west-1' },
)
const asTheyAre = { localise: (text: string) => text, localiseOrigins: (text: string) => text }
const { behaviors } = readDistribution(stack, asTheyAre, readSecrets(stack))

const fromBrowser = {
  host: 'habitat.example',
  authorization: 'Bearer token',
  cookie: 'session=one',
  'user-agent': 'Firefox',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'es',
}

/** What CloudFront asks the origin when a browser asks for the address. */
function askedFor(address: string) {
  const behavior = behaviors.find(({ pattern }) => pattern.test(address.split('?', 1)[0] ?? ''))
  if (!behavior) throw new Error(`nothing answers ${address}`)
  const { url, headers } = toOriginRequest(behavior.forwarding, { url: address, headers: fromBrowser })
  return { url, headers, isBucket: behavior.bucket !== undefined }
}

test.for(['/', '/auth', '/comprar', '/assets/main.js'])(
  'the bucket of the pages hears no cookie, no token, no query and no browser of who asks for %s',
  (path) => {
    const { url, headers, isBucket } = askedFor(`${path}?from=mail`)

    expect([isBucket, url]).toEqual([true, path])
    expect(headers).toMatchObject({ 'user-agent': 'Amazon CloudFront', 'accept-encoding': 'br,gzip' })
    for (const name of ['cookie', 'authorization', 'accept-language']) expect(headers).not.toHaveProperty(name)
  },
)

test('the API hears who asks, with which browser and for what: token, name of the browser and query', () => {
  const { url, headers, isBucket } = askedFor('/api/customers?limit=5&cursor=one')

  expect([isBucket, url]).toEqual([false, '/api/customers?limit=5&cursor=one'])
  expect(headers).toMatchObject(fromBrowser)
})

test('A-70 the free hours, which are everybody’s, are asked for by type and week, and by nobody', () => {
  const { url, headers, isBucket } = askedFor('/api/slots?type=one&week=2026-11-30&who=me')

  expect([isBucket, url]).toEqual([false, '/api/slots?type=one&week=2026-11-30'])
  for (const name of ['cookie', 'authorization', 'accept-language']) expect(headers).not.toHaveProperty(name)
})

test('no answer of the API is kept against its will', () => {
  const ofApi = behaviors.filter(({ bucket }) => bucket === undefined)

  expect(ofApi.map(({ forwarding }) => forwarding.minSeconds)).toEqual([0, 0])
})
