import type { Plugin } from 'vite'

const rewrites = [
  {
    // Sonner writes a <style> into the page, which `style-src` refuses; the same sheet is imported as a file.
    file: /[\\/]sonner[\\/]dist[\\/]index\.mjs$/,
    from: 'function __insertCSS(code) {',
    to: 'function __insertCSS(code) {\n  return',
  },
  {
    // Zod tries `new Function` while schemas are made, before any module of ours could tell it not to.
    file: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/,
    from: '__zod_globalConfig = {}',
    to: '__zod_globalConfig = { jitless: true }',
  },
] as const

export const cspCompatibilityPlugin = (): Plugin => ({
  name: 'libraries-under-csp',
  enforce: 'pre',
  transform(code, id) {
    const path = id.split('?')[0] ?? ''
    const rewrite = rewrites.find(({ file }) => file.test(path))
    if (!rewrite) return null
    if (!code.includes(rewrite.from)) throw new Error(`${path} has changed: look again at csp-compatibility-plugin.ts`)
    return { code: code.replace(rewrite.from, rewrite.to), map: null }
  },
})
