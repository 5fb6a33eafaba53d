import { api, type Domain, domains } from '#contract/api'
import { type Endpoint, type Role, roles } from '#contract/endpoint'
import { type AccessLevel, denialReason } from '#contract/permissions'

export type CallerKind = Role | 'visitante'
export const callerKinds: readonly CallerKind[] = ['visitante', ...roles.toReversed()]

/**
 * How an endpoint answers a caller. `registering` and `enrolling`: allowed even before registration or second factor
 * are complete. `fresh`: only with a recent code.
 */
export type AccessVerdict = 'no' | 'yes' | 'fresh' | 'enrolling' | 'registering'

export type Operation = { [D in Domain]: `${D}.${keyof (typeof api)[D] & string}` }[Domain]

export interface Permission {
  readonly domain: Domain
  readonly name: string
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly verdicts: Readonly<Record<CallerKind, AccessVerdict>>
  readonly allowed: readonly boolean[]
}

/** From a visitor to an administrador with a code of the last five minutes. */
export const accessLevels: readonly { readonly text: string; readonly standing?: AccessLevel }[] = [
  { text: 'Visitante, sin cuenta' },
  ...roles.toReversed().flatMap((role) => {
    const name = role === 'cliente' ? 'Cliente' : 'Administrador'
    return [
      { text: `${name}, con la verificación pendiente`, standing: { role, assured: false, fresh: false } },
      { text: name, standing: { role, assured: true, fresh: false } },
      { text: `${name}, con un código reciente`, standing: { role, assured: true, fresh: true } },
    ]
  }),
]

const may = (endpoint: Endpoint, standing?: AccessLevel): boolean =>
  standing ? !denialReason(endpoint, standing) : endpoint.allow === 'everyone'

function verdictOf(endpoint: Endpoint, asker: CallerKind): AccessVerdict {
  if (endpoint.allow === 'everyone') return 'yes'
  if (asker === 'visitante' || !may(endpoint, { role: asker, assured: true, fresh: true })) return 'no'
  if (!may(endpoint, { role: asker, assured: true, fresh: false })) return 'fresh'
  if (!may(endpoint, { role: asker, assured: false, fresh: false })) return 'yes'
  return endpoint.assurance === 'registering' ? 'registering' : 'enrolling'
}

/** Every endpoint with its access by caller, from the same lists by which the server decides. */
export const permissions: readonly Permission[] = domains.flatMap((domain) =>
  Object.entries<Endpoint>(api[domain]).map(([name, endpoint]) => ({
    domain,
    name,
    operation: `${domain}.${name}` as Operation,
    method: endpoint.method,
    path: endpoint.path,
    verdicts: {
      visitante: verdictOf(endpoint, 'visitante'),
      cliente: verdictOf(endpoint, 'cliente'),
      administrador: verdictOf(endpoint, 'administrador'),
    },
    allowed: accessLevels.map(({ standing }) => may(endpoint, standing)),
  })),
)

export interface Filter {
  readonly text: string
  readonly domain: Domain | ''
  readonly asker: CallerKind | ''
}

export const filterPermissions = ({ text, domain, asker }: Filter): readonly Permission[] => {
  const wanted = text.trim().toLowerCase()
  return permissions.filter(
    (each) =>
      (domain === '' || each.domain === domain) &&
      (asker === '' || each.verdicts[asker] !== 'no') &&
      `${each.domain}.${each.name} ${each.method} ${each.path}`.toLowerCase().includes(wanted),
  )
}
