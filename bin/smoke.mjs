import { pathToFileURL } from 'node:url'

const isOk = async (answer) => (await answer.json()).status === 'ok'
const isPage = ({ headers }) => headers.get('content-type')?.includes('text/html') ?? false

/** What a deployed stage has to answer to somebody without an account (docs/deploy.md). */
const expected = [
  { path: '/api/health', status: 200, holds: isOk },
  { path: '/api/hello-world', status: 200, holds: isOk },
  { path: '/api/account/session', status: 401, holds: (answer) => !isPage(answer) },
  { path: '/api/nothing', status: 404, holds: (answer) => !isPage(answer) },
  { path: '/', status: 200, holds: ({ headers }) => headers.has('content-security-policy') },
  { path: '/primera-consulta', status: 200, holds: async (answer) => (await answer.text()).includes('<h1') },
  { path: '/client', status: 200, holds: isPage },
  { path: '/no-existe', status: 404, holds: isPage },
]

/** Asks the stage at `site` all of it and answers a sentence for each promise that it does not keep. */
export async function smoke(site, { ask = fetch } = {}) {
  const failures = expected.map(async ({ path, status, holds }) => {
    try {
      const answer = await ask(new URL(path, site), { redirect: 'manual', signal: AbortSignal.timeout(20_000) })
      if (answer.status !== status) return `${path}: ${answer.status}, not ${status}`
      return (await holds(answer)) ? undefined : `${path}: not what it should be`
    } catch (error) {
      return `${path}: ${error.message}`
    }
  })
  return (await Promise.all(failures)).filter(Boolean)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const failures = await smoke(process.argv[2])
  for (const failure of failures) console.error(failure)
  console.log(
    failures.length === 0
      ? `${process.argv[2]} responde como debe.`
      : `${failures.length} respuestas no son las debidas.`,
  )
  process.exitCode = failures.length === 0 ? 0 : 1
}
