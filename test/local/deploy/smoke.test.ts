import { describe, expect, test } from 'vitest'
import { smokeWithoutAccount } from '../../../bin/deploy/smoke.ts'

const headers = {
  'content-type': 'text/html',
  'content-security-policy': "default-src 'self'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'strict-transport-security': 'max-age=63072000',
  'permissions-policy': 'camera=()',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}
const page = (status: number, body = '<h1>Hábitat</h1>', more = headers) =>
  new Response(body, { status, headers: more })
const { 'strict-transport-security': _hsts, ...overHttp } = headers
const { 'content-security-policy': _csp, ...open } = headers

const answers: Readonly<Record<string, () => Response>> = {
  '/api/health': () => Response.json({ status: 'ok' }),
  '/api/hello-world': () => Response.json({ status: 'ok' }),
  '/api/account/session': () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
  '/api/nothing': () => Response.json({ message: 'Not Found' }, { status: 404 }),
  '/': () => page(200),
  '/primera-consulta': () => page(200),
  '/auth': () => page(200, '<h1>', { ...headers, 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
  '/client': () => page(200),
  '/config.json': () => Response.json({ userPoolId: 'pool', userPoolClientId: 'client', region: 'eu-west-1' }),
}

async function problemsOf(more: Readonly<Record<string, () => Response>> = {}, site = 'https://habitat.example') {
  const verdicts = await smokeWithoutAccount({
    site,
    userPoolId: 'pool',
    fetch: async (url) => (more[new URL(url).pathname] ?? answers[new URL(url).pathname] ?? (() => page(404)))(),
  })
  return verdicts.filter(({ state }) => state !== 'ready').map(({ sentence }) => sentence)
}

describe('what a stage answers to somebody without an account', () => {
  test('is what it promises', async () => {
    expect(await problemsOf()).toEqual([])
  })

  test.each([
    ['a product that cannot serve', '/api/health', () => Response.json({ status: 'unavailable' }, { status: 503 })],
    ['an API that lets anybody in', '/api/account/session', () => Response.json({}, { status: 200 })],
    ['a page in place of an API error', '/api/nothing', () => page(404)],
    ['pages without security headers', '/', () => page(200, '<h1>', open as typeof headers)],
    ['a placeholder in place of the site', '/primera-consulta', () => page(200, '<p>Todavía no</p>')],
    ['no page for signing in', '/auth', () => page(404)],
    ['a page for signing in that loses sight of its popup', '/auth', () => page(200)],
    ['a path of the site that is not drawn', '/client', () => page(404)],
    ['pages that do not know their user pool', '/config.json', () => Response.json({})],
    [
      'pages that lead to the user pool of another stage',
      '/config.json',
      () => Response.json({ userPoolId: 'another', userPoolClientId: 'client', region: 'eu-west-1' }),
    ],
    ['a path that is none and says otherwise', '/no-existe', () => page(200)],
    ["the bucket's refusal in place of our page", '/no-existe.pdf', () => new Response('<Error/>', { status: 403 })],
    ["the bucket's refusal of a file that is gone", '/assets/no-existe.js', () => new Response('', { status: 403 })],
  ])('is found to be %s', async (_, path, answer) => {
    expect(await problemsOf({ [path]: answer })).toEqual([expect.stringContaining(`${path}: `)])
  })

  test('has to insist on TLS where there is TLS, which the local product does not speak', async () => {
    const withoutTls = { '/': () => page(200, '<h1>', overHttp as typeof headers) }

    expect(await problemsOf(withoutTls)).toEqual(['/: falta strict-transport-security.'])
    expect(await problemsOf(withoutTls, 'http://localhost:5173')).toEqual([])
  })

  test('is nothing where nobody answers, path by path', async () => {
    const verdicts = await smokeWithoutAccount({
      site: 'https://habitat.example',
      userPoolId: 'pool',
      fetch: () => Promise.reject(new Error('getaddrinfo ENOTFOUND')),
    })

    expect(verdicts.every(({ state, sentence }) => state === 'blocked' && sentence.includes('ENOTFOUND'))).toBe(true)
  })
})
