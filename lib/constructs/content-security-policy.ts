import type { BuiltSitePages } from './site-pages.ts'

export interface ContentSecurityPolicyHosts {
  readonly region: string
  readonly oauthHost: string
  readonly filesHost: string
}

export type InlineContentHashes = Pick<BuiltSitePages, 'styleHashes' | 'scriptHashes'>

const inQuotes = (hashes: readonly string[]) => hashes.map((hash) => `'${hash}'`)

export function formatContentSecurityPolicy(
  { region, oauthHost, filesHost }: ContentSecurityPolicyHosts,
  { styleHashes, scriptHashes }: InlineContentHashes,
): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inQuotes(scriptHashes)],
    'style-src': ["'self'", ...inQuotes(styleHashes)],
    // pdf.js draws the frames of a PDF's annotations as `data:` images.
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    // The PDF viewer runs a worker from the site's own files.
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'connect-src': [
      "'self'",
      `https://cognito-idp.${region}.amazonaws.com`,
      `https://${oauthHost}`,
      `https://${filesHost}`,
    ],
    'form-action': ["'self'", `https://${filesHost}`, 'https://checkout.stripe.com'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': [],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}
