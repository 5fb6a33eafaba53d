import type { Role } from '#contract/endpoint'

/** The panel of a role. */
export const homeOf = (role: Role): '/admin' | '/client' => (role === 'administrador' ? '/admin' : '/client')

/** A path of this site, or undefined for whatever else somebody may have written into a link. */
export function ownPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  const { origin } = window.location
  const target = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  return target?.origin === origin ? target.pathname + target.search : undefined
}
