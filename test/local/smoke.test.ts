import { expect, test } from 'vitest'
import { smoke } from '../../bin/smoke.mjs'

const page = (status: number, body = '<h1>Hábitat</h1>', headers = {}) =>
  new Response(body, {
    status,
    headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'", ...headers },
  })
const answers: Readonly<Record<string, () => Response>> = {
  '/api/health': () => Response.json({ status: 'ok' }),
  '/api/hello-world': () => Response.json({ status: 'ok' }),
  '/api/account/session': () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
  '/api/nothing': () => Response.json({ message: 'Not Found' }, { status: 404 }),
  '/': () => page(200),
  '/primera-consulta': () => page(200),
  '/client': () => page(200),
  '/no-existe': () => page(404),
}
const aStage =
  (more: Readonly<Record<string, () => Response>> = {}) =>
  ({ pathname }: URL) =>
    Promise.resolve((more[pathname] ?? answers[pathname] ?? (() => page(404)))())
const askedAt = (ask: (url: URL) => Promise<Response>) => smoke('https://habitat.example', { ask })

test('a stage that keeps its promises passes', async () => {
  expect(await askedAt(aStage())).toEqual([])
})

test.each([
  ['a product that cannot serve', '/api/health', () => Response.json({ status: 'unavailable' }, { status: 503 })],
  ['an API that lets anybody in', '/api/account/session', () => Response.json({}, { status: 200 })],
  ['a page in place of an API error', '/api/nothing', () => page(404)],
  ['pages without security headers', '/', () => new Response('<h1>', { status: 200 })],
  ['a placeholder in place of the site', '/primera-consulta', () => page(200, '<p>Todavía no</p>')],
  ['a path of the site that is not drawn', '/client', () => page(404)],
  ['a path that is none and says otherwise', '/no-existe', () => page(200)],
])('%s is found', async (_, path, answer) => {
  const failures = await askedAt(aStage({ [path]: answer }))

  expect(failures).toEqual([expect.stringContaining(`${path}: `)])
})

test('a stage that does not answer is named, path by path', async () => {
  const failures = await askedAt(() => Promise.reject(new Error('getaddrinfo ENOTFOUND')))

  expect(failures).toHaveLength(Object.keys(answers).length)
})
