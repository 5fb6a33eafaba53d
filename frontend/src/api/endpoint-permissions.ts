import { type ApiDomain, apiDomains, endpointsByDomain } from '#contract/api-domains'
import { type Endpoint, type Role, roles } from '#contract/endpoint'
import { type CallerAccessLevel, getEndpointDenialReason } from '#contract/permissions'

export type CallerKind = Role | 'visitante'
export const callerKinds: readonly CallerKind[] = ['visitante', ...roles.toReversed()]
export const callerKindLabels: Record<CallerKind, string> = {
  visitante: 'Visitante',
  cliente: 'Cliente',
  administrador: 'Administrador',
}

/**
 * `registering` and `enrolling`: allowed even before registration or second factor are complete. `fresh`: only with a
 * recent code.
 */
export type EndpointAccessVerdict = 'no' | 'yes' | 'fresh' | 'enrolling' | 'registering'

export type EndpointName = { [D in ApiDomain]: `${D}.${keyof (typeof endpointsByDomain)[D] & string}` }[ApiDomain]

export interface EndpointPermission {
  readonly domain: ApiDomain
  readonly name: string
  readonly operation: EndpointName
  readonly method: string
  readonly path: string
  readonly verdicts: Readonly<Record<CallerKind, EndpointAccessVerdict>>
  readonly allowed: readonly boolean[]
}

export const accessLevelOptions: readonly { readonly text: string; readonly accessLevel?: CallerAccessLevel }[] = [
  { text: 'Visitante, sin cuenta' },
  ...roles.toReversed().flatMap((role) => {
    const name = callerKindLabels[role]
    return [
      { text: `${name}, con la verificación pendiente`, accessLevel: { role, assured: false, fresh: false } },
      { text: name, accessLevel: { role, assured: true, fresh: false } },
      { text: `${name}, con un código reciente`, accessLevel: { role, assured: true, fresh: true } },
    ]
  }),
]

const may = (endpoint: Endpoint, accessLevel?: CallerAccessLevel): boolean =>
  accessLevel ? !getEndpointDenialReason(endpoint, accessLevel) : endpoint.allow === 'everyone'

function verdictOf(endpoint: Endpoint, callerKind: CallerKind): EndpointAccessVerdict {
  if (endpoint.allow === 'everyone') return 'yes'
  if (callerKind === 'visitante' || !may(endpoint, { role: callerKind, assured: true, fresh: true })) return 'no'
  if (!may(endpoint, { role: callerKind, assured: true, fresh: false })) return 'fresh'
  if (!may(endpoint, { role: callerKind, assured: false, fresh: false })) return 'yes'
  return endpoint.assurance === 'registering' ? 'registering' : 'enrolling'
}

export const endpointPermissions: readonly EndpointPermission[] = apiDomains.flatMap((domain) =>
  Object.entries<Endpoint>(endpointsByDomain[domain]).map(([name, endpoint]) => ({
    domain,
    name,
    operation: `${domain}.${name}` as EndpointName,
    method: endpoint.method,
    path: endpoint.path,
    verdicts: {
      visitante: verdictOf(endpoint, 'visitante'),
      cliente: verdictOf(endpoint, 'cliente'),
      administrador: verdictOf(endpoint, 'administrador'),
    },
    allowed: accessLevelOptions.map(({ accessLevel }) => may(endpoint, accessLevel)),
  })),
)

export interface PermissionFilter {
  readonly text: string
  readonly domain: ApiDomain | ''
  readonly callerKind: CallerKind | ''
}

export const filterEndpointPermissions = ({
  text,
  domain,
  callerKind,
}: PermissionFilter): readonly EndpointPermission[] => {
  const wanted = text.trim().toLowerCase()
  return endpointPermissions.filter(
    (each) =>
      (domain === '' || each.domain === domain) &&
      (callerKind === '' || each.verdicts[callerKind] !== 'no') &&
      `${each.domain}.${each.name} ${each.method} ${each.path}`.toLowerCase().includes(wanted),
  )
}
