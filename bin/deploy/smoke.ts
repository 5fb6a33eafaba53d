import { apiContract } from '#contract/api'
import type { Fetch } from './check.ts'
import { blocked, type NamedVerdict, ready, type Verdict } from './verdict.ts'

/** A public address, without a trailing slash. */
export interface SmokeTarget {
  readonly site: string
  readonly fetch: Fetch
  readonly userPoolId: string
}

interface Expectation {
  readonly name: string
  readonly path: string
  readonly status: number
  /** @returns the problem, if any */
  readonly judge?: (answer: Response, target: SmokeTarget) => Promise<string | undefined> | string | undefined
}

const isPage = ({ headers }: Response): boolean => headers.get('content-type')?.includes('text/html') ?? false
const mustBePage = (answer: Response) => (isPage(answer) ? undefined : 'no es una página')
const mustNotBePage = (answer: Response) => (isPage(answer) ? 'es una página y no una respuesta de la API' : undefined)

async function mustBeHealthy(answer: Response): Promise<string | undefined> {
  const { status } = (await answer.json()) as { readonly status?: string }
  return status === 'ok' ? undefined : `dice ${status}`
}

const headersOfEveryPage = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-resource-policy',
  'cross-origin-opener-policy',
] as const
/** Expected over TLS only: the local product, which has none, does not send them without a template. */
const headersOverTls = ['strict-transport-security', 'permissions-policy'] as const

function mustCarryHeaders({ headers }: Response, { site }: SmokeTarget): string | undefined {
  const wanted = [...headersOfEveryPage, ...(site.startsWith('https:') ? headersOverTls : [])]
  const missing = wanted.filter((name) => !headers.has(name))
  return missing.length > 0 ? `falta ${missing.join(', ')}` : undefined
}

/** Google's popup must be able to report its result to the opener. */
function mustKeepItsPopup(answer: Response): string | undefined {
  const policy = answer.headers.get('cross-origin-opener-policy')
  return policy === 'same-origin-allow-popups' ? mustBePage(answer) : `cross-origin-opener-policy es ${policy}`
}

const mustHaveHeading = async (answer: Response) =>
  (await answer.text()).includes('<h1') ? undefined : 'no tiene título: la página no llegó entera'

async function mustNameItsPool(answer: Response, { userPoolId }: SmokeTarget): Promise<string | undefined> {
  const config = (await answer.json()) as Readonly<Record<string, unknown>>
  const missing = ['userPoolId', 'userPoolClientId', 'region'].filter((field) => !config[field])
  if (missing.length > 0) return `falta ${missing.join(', ')}`
  return config['userPoolId'] === userPoolId ? undefined : 'es de otro conjunto de usuarios'
}

const session = `/api${apiContract.account.session.path}`

/** What a stage answers to somebody without an account (docs/deploy.md). */
const expectations: readonly Expectation[] = [
  { name: 'salud', path: '/api/health', status: 200, judge: mustBeHealthy },
  { name: 'salud, nombre antiguo', path: '/api/hello-world', status: 200, judge: mustBeHealthy },
  { name: 'la API rechaza a quien no ha entrado', path: session, status: 401, judge: mustNotBePage },
  { name: 'la API no conoce esa ruta', path: '/api/nothing', status: 404, judge: mustNotBePage },
  { name: 'cabeceras', path: '/', status: 200, judge: mustCarryHeaders },
  { name: 'página de venta', path: '/primera-consulta', status: 200, judge: mustHaveHeading },
  { name: 'página de entrada', path: '/auth', status: 200, judge: mustKeepItsPopup },
  { name: 'panel', path: '/client', status: 200, judge: mustBePage },
  { name: 'configuración', path: '/config.json', status: 200, judge: mustNameItsPool },
  { name: 'ruta que no existe', path: '/no-existe', status: 404, judge: mustBePage },
  { name: 'archivo que no existe', path: '/no-existe.pdf', status: 404, judge: mustBePage },
  { name: 'archivo de la web que no existe', path: '/assets/no-existe.js', status: 404 },
]

async function judge({ path, status, judge: more }: Expectation, target: SmokeTarget): Promise<Verdict> {
  try {
    const answer = await target.fetch(new URL(path, target.site), {
      redirect: 'manual',
      signal: AbortSignal.timeout(20_000),
    })
    if (answer.status !== status) return blocked(`${path}: ${answer.status} en lugar de ${status}.`)
    const problem = await more?.(answer, target)
    return problem ? blocked(`${path}: ${problem}.`) : ready(`${path}: ${status}.`)
  } catch (error) {
    return blocked(`${path}: ${(error as Error).message}.`)
  }
}

export const smokeWithoutAccount = (target: SmokeTarget): Promise<readonly NamedVerdict[]> =>
  Promise.all(expectations.map(async (each) => ({ name: each.name, ...(await judge(each, target)) })))
