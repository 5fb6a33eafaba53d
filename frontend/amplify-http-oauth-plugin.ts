import type { Plugin } from 'vite'

const oauthModules =
  /@aws-amplify[\\/]auth[\\/].*[\\/](signInWithRedirect|completeOAuthFlow|oAuthSignOutRedirect|openAuthSession)\.mjs$/

/**
 * Amplify writes `https://` in front of any OAuth domain. The local stand-in listens on loopback without a certificate,
 * so the scheme is rewritten. Never part of a deployed build.
 */
export const amplifyHttpOAuthPlugin = (): Plugin => ({
  name: 'amplify-http-oauth',
  enforce: 'pre',
  transform(code, id) {
    if (!oauthModules.test(id.split('?')[0] ?? '')) return null
    return {
      code: code
        .replaceAll('`https://${domain}', '`http://${domain}')
        .replaceAll("'https://' + domain", "'http://' + domain")
        .replaceAll("url.replace('http://', 'https://')", 'url'),
      map: null,
    }
  },
})
