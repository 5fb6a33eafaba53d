import type { Endpoint } from './endpoint.ts'

/**
 * What an access token may be used for, and how its session signed in. Given by the pre-token-generation trigger alone:
 * no app client may ask for them. The gateway demands the first two; our API reads the others.
 */
export const scopes = { use: 'app/use', admin: 'app/admin', password: 'app/password', google: 'app/google' } as const
export type Scope = (typeof scopes)[keyof typeof scopes]

/**
 * The scopes of which a caller's access token must hold one; none where everyone may ask. An ID token holds no scope at
 * all, so it opens no route.
 */
export const scopesOf = ({ allow }: Pick<Endpoint, 'allow'>): readonly Scope[] => {
  if (allow === 'everyone') return []
  return allow.every((role) => role === 'administrador') ? [scopes.admin] : [scopes.use]
}
