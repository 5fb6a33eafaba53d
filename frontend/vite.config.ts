import { fileURLToPath } from 'node:url'
import { Features } from 'lightningcss'
import { defineConfig } from 'vite'
import { amplifyHttpOAuthPlugin } from './amplify-http-oauth-plugin.ts'
import { amplifyCssPruningPlugin } from './amplify-css-pruning-plugin.ts'
import { cspCompatibilityPlugin } from './csp-compatibility-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Applied in the bundle and in the development server's prebuilt copies. */
const rewrites = () => [
  cspCompatibilityPlugin(),
  ...(process.env['HABITAT_LOCAL'] === '1' ? [amplifyHttpOAuthPlugin()] : []),
]

/** Few chunks for what many pages need: the bundler's default of twenty compresses worse. */
const groups = [
  {
    name: 'libraries',
    test: /node_modules[\\/](preact|react|react-dom|react-router|react-router-dom|@tanstack)[\\/]/,
  },
  { name: 'schemas', test: /node_modules[\\/]zod[\\/]/ },
  // The fields of which all schemas are made, then each part of the contract with the pages that use it.
  {
    name: 'fields',
    test: /functions[\\/]contract[\\/](endpoint|\w+-schemas|record-fields|person-name|password|sign-up)\./,
  },
  {
    name: 'contract',
    test: /functions[\\/]contract[\\/]/,
    entriesAware: true,
  },
]

export default defineConfig({
  root: here('.'),
  // No plugin for React: what it puts into a running page knows React alone, and a change would be seen by nobody. The page reloads.
  plugins: [amplifyCssPruningPlugin(), ...rewrites()],
  css: {
    transformer: 'lightningcss',
    // `@custom-media`: src/styles/breakpoints.css.
    lightningcss: { drafts: { customMedia: true }, include: Features.CustomMediaQueries },
  },
  // Found while somebody is filling in a form, a dependency would reload the page: all are found at the start.
  optimizeDeps: { entries: ['index.html', 'src/**/*.tsx', 'src/**/*.ts'], rolldownOptions: { plugins: rewrites() } },
  server: { strictPort: true },
  build: {
    outDir: here('../dist/site'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      // React Router asks while it runs whether React has what Preact has not.
      checks: { importIsUndefined: false },
      output: {
        codeSplitting: { groups },
        // The bundler's own names of such parts list the pages that share them.
        // The worker of pdfjs: not every server of files knows what `.mjs` is.
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/[name]-[hash]${name.endsWith('.mjs') ? '.js' : '[extname]'}`,
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
      },
      // Nothing happens when a part of the contract is imported, so a page does without those it does not name.
      treeshake: { moduleSideEffects: [{ test: /functions[\\/]contract[\\/]/, sideEffects: false }] },
    },
  },
})
