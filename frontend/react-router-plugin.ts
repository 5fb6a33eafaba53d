import type { Plugin } from 'vite'

/** A bundler keeps what these make, used or not: it cannot know that nothing else happens. */
const madeAtStart = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g
const namesForDevelopers = /^\w+\.displayName = "[^"]*";$/gm

/**
 * The package names its build for development only. The one for production is taken, and marked so that components which no
 * page uses, those of its framework, can be left out.
 */
export const reactRouterPlugin = (): Plugin => ({
  name: 'react-router-for-production',
  apply: 'build',
  enforce: 'pre',
  async resolveId(id, importer, options) {
    if (id !== 'react-router') return null
    const development = await this.resolve(id, importer, { ...options, skipSelf: true })
    return development && { ...development, id: development.id.replace(/([\\/]dist[\\/])development/, '$1production') }
  },
  transform(code, id) {
    if (!/[\\/]react-router[\\/]dist[\\/]production[\\/]chunk-\w+\.mjs$/.test(id)) return null
    return {
      code: code.replaceAll(madeAtStart, '= /* @__PURE__ */ $1').replaceAll(namesForDevelopers, ''),
      map: null,
    }
  },
})
