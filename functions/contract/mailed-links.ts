export const SIGN_IN_LINK_PARAMETER = 'enlace'

/**
 * Pages opened by mailed links, and their parameters with a secret. They are in the URL's fragment, which browsers send
 * to no server: CloudFront's access log contains the query.
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
