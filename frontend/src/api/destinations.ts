import type { Role } from '#contract/endpoint'

export const getRoleHomePath = (role: Role): '/admin' | '/client' => (role === 'administrador' ? '/admin' : '/client')

/** Returns a path of this site, and undefined for anything else (prevents open redirects). */
export function toSafeRedirectPath(path: unknown): string | undefined {
  if (typeof path !== 'string' || !path.startsWith('/')) return undefined
  const { origin } = window.location
  const target = URL.canParse(path, origin) ? new URL(path, origin) : undefined
  // A path that begins with two slashes (`/.//elsewhere`) would lead to another site.
  if (target?.origin !== origin || target.pathname.startsWith('//')) return undefined
  return target.pathname + target.search
}
