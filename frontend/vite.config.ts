import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
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

/** Two chunks for what every page needs: the bundler's default of twenty compresses worse. */
const groups = [
  {
    name: 'libraries',
    test: /node_modules[\\/](react|react-dom|react-router|react-router-dom|scheduler|zod|@tanstack)[\\/]/,
  },
  // Words that few read, and the passwords that are guessed first, are brought only where they are needed.
  {
    name: 'contract',
    test: /functions[\\/]contract[\\/](?!audit-labels|receipt-text|record-opening-labels|common-passwords|strong-password|questionnaire-labels|dosing-text|status-labels)/,
  },
]

export default defineConfig({
  root: here('.'),
  plugins: [react(), amplifyCssPruningPlugin(), ...rewrites()],
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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
