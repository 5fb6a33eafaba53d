import type { Endpoint } from './endpoint.ts'

/**
 * Scopes of an access token. Only the pre-token-generation trigger grants them: no app client may request them. The
 * gateway requires the first two; the API reads the others to know how the session signed in.
 */
export const accessTokenScopes = {
  use: 'app/use',
  admin: 'app/admin',
  password: 'app/password',
  google: 'app/google',
} as const
export type AccessTokenScope = (typeof accessTokenScopes)[keyof typeof accessTokenScopes]

/**
 * An access token needs one of these; none are needed where everyone may call. An ID token holds no scopes, so it opens
 * no route.
 */
export const getRequiredTokenScopes = ({ allow }: Pick<Endpoint, 'allow'>): readonly AccessTokenScope[] => {
  if (allow === 'everyone') return []
  return allow.every((role) => role === 'administrador') ? [accessTokenScopes.admin] : [accessTokenScopes.use]
}
