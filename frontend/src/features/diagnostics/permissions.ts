import { api, type Domain, domains } from '#contract/api'
import { type Endpoint, type Role, roles } from '#contract/endpoint'

/** Whoever asks: with a role, or without an account. */
export type Asker = Role | 'visitante'
export const askers: readonly Asker[] = ['visitante', ...roles.toReversed()]

/** What an endpoint says to somebody. `registering` and `enrolling`: also before the account may do all the rest. */
export type Verdict = 'no' | 'yes' | 'fresh' | 'enrolling' | 'registering'

export interface Permission {
  readonly domain: Domain
  readonly name: string
  readonly method: string
  readonly path: string
  readonly verdicts: Readonly<Record<Asker, Verdict>>
}

function verdictOf({ allow, assurance = 'full' }: Endpoint, asker: Asker): Verdict {
  if (allow === 'everyone') return 'yes'
  if (asker === 'visitante' || !allow.includes(asker)) return 'no'
  return assurance === 'full' ? 'yes' : assurance
}

/** Every endpoint of the contract with what it says to whom: the lists that the server decides by. */
export const permissions: readonly Permission[] = domains.flatMap((domain) =>
  Object.entries<Endpoint>(api[domain]).map(([name, endpoint]) => ({
    domain,
    name,
    method: endpoint.method,
    path: endpoint.path,
    verdicts: {
      visitante: verdictOf(endpoint, 'visitante'),
      cliente: verdictOf(endpoint, 'cliente'),
      administrador: verdictOf(endpoint, 'administrador'),
    },
  })),
)

export interface Filter {
  readonly text: string
  readonly domain: Domain | ''
  /** Only what this one may ask. */
  readonly asker: Asker | ''
}

export const filtered = ({ text, domain, asker }: Filter): readonly Permission[] => {
  const wanted = text.trim().toLowerCase()
  return permissions.filter(
    (each) =>
      (domain === '' || each.domain === domain) &&
      (asker === '' || each.verdicts[asker] !== 'no') &&
      `${each.domain}.${each.name} ${each.method} ${each.path}`.toLowerCase().includes(wanted),
  )
}
