/** Parameter of `/auth` that carries the token of a link for signing in. */
export const SIGN_IN_LINK_PARAMETER = 'enlace'

/**
 * Pages that mails lead to with a secret, and the parameters of those links. They stand in the fragment of the URL, which
 * browsers send to no server: the access log of CloudFront holds the query.
 */
export const mailedLinkParameters = {
  '/auth': [SIGN_IN_LINK_PARAMETER],
  '/auth/callback': ['email', 'proof', 'code'],
  '/reset-password': ['email', 'code', 'link', 'type'],
  '/autorizacion': ['token'],
  '/confirmar-cita': ['token'],
  '/reactivar': ['token'],
  '/deshacer-eliminacion': ['token'],
  '/elegir-hora': ['token', 'hora'],
  '/hora-libre': ['token'],
} as const

type MailedLinks = typeof mailedLinkParameters

export const buildMailedLink = <Path extends keyof MailedLinks>(
  siteUrl: string,
  path: Path,
  values: Readonly<Partial<Record<MailedLinks[Path][number], string>>>,
): string => `${siteUrl}${path}#${new URLSearchParams(values as Record<string, string>).toString()}`

export const parseMailedLink = (hash: string): URLSearchParams => new URLSearchParams(hash.replace(/^#/, ''))
