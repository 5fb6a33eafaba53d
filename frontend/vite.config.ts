import { fileURLToPath } from 'node:url'
import { Features } from 'lightningcss'
import { defineConfig } from 'vite'
import { amplifyHttpOAuthPlugin } from './amplify-http-oauth-plugin.ts'
import { amplifyCssPruningPlugin } from './amplify-css-pruning-plugin.ts'
import { cspCompatibilityPlugin } from './csp-compatibility-plugin.ts'
import { reactRouterPlugin } from './react-router-plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const rewrites = () => [
  cspCompatibilityPlugin(),
  ...(process.env['HABITAT_LOCAL'] === '1' ? [amplifyHttpOAuthPlugin()] : []),
]

const inContract = (...names: readonly string[]) => new RegExp(`functions[\\\\/]contract[\\\\/](${names.join('|')})\\.`)
const inPages = (...paths: readonly string[]) =>
  new RegExp(`frontend[\\\\/]src[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)
const icons = /lucide-react[\\/].*[\\/]icons[\\/](check|chevron-left|chevron-right|video)\.mjs$/
const anyOf = (...tests: readonly RegExp[]) => new RegExp(tests.map(({ source }) => source).join('|'))

/**
 * Few chunks, by what is used together: a slow processor takes 3 ms for each file that it asks for, and many small ones compress
 * worse. Each takes with it what its modules import, unless a group above has that. docs/performance.md has what each page loads.
 */
const groups = [
  {
    name: 'libraries',
    test: /node_modules[\\/](preact|react|react-dom|react-router|react-router-dom|@tanstack)[\\/]/,
  },
  { name: 'base', test: anyOf(inPages('main', 'ui/focus', 'ui/run-after-pointer-up'), icons) },
  {
    name: 'facts',
    test: anyOf(
      inContract('calendar-days', 'money', 'product-catalogue', 'price-reduction', 'practice'),
      inPages('ui/format'),
    ),
  },
  // Zod with the fields of which all schemas are made.
  {
    name: 'schemas',
    test: /node_modules[\\/]zod[\\/]|functions[\\/]contract[\\/](endpoint|\w+-schemas|record-fields|person-name|password|sign-up)\./,
  },
  { name: 'field', test: /ui[\\/]field\.css$/ },
  { name: 'today', test: /app[\\/]client-today\.css$/ },
  {
    name: 'forms',
    test: inPages(
      'api/error-message',
      'ui/notice-box',
      'ui/refused-fields',
      'ui/field-frame',
      'ui/checkbox-field',
      'ui/text-field',
      'ui/browser-window-actions',
      'ui/wall-time',
    ),
  },
  { name: 'times', test: inPages('ui/viewer-time', 'ui/use-practice-today', 'ui/calendar-month') },
  { name: 'contract-purchases', test: inContract('purchases', 'free-slot-endpoints', 'rules-before-paying') },
  {
    name: 'new-account',
    test: inPages('ui/rule-list', 'ui/full-name-inputs', 'api/sign-up', 'features/payments/unpaid-new-account'),
  },
  { name: 'contract-payments', test: inContract('consultation', 'payments') },
  { name: 'contract-consultations', test: inContract('own-consultations') },
  { name: 'contract-consents', test: inContract('consent', 'health-consent') },
  { name: 'contract-customers', test: inContract('own-customer', 'care-pathway', 'status-labels') },
  {
    name: 'doses',
    test: anyOf(
      inContract('own-supplements', 'dosing-text'),
      inPages(
        'features/supplements/due-doses',
        'features/supplements/supplement-words',
        'features/supplements/use-daily-dose-ticks',
      ),
    ),
  },
  { name: 'contract-plans', test: inContract('budgets', 'budget-endpoints') },
  {
    name: 'tabs',
    test: inPages('ui/panel', 'ui/panel-tab-links', 'ui/use-current-minute'),
  },
  {
    name: 'panels',
    test: inPages(
      'features/consultations/consultation-words',
      'features/consultations/join-call',
      'features/supplements/due-doses',
      'features/supplements/supplement-words',
    ),
  },
  {
    name: 'client',
    test: inPages(
      'app/client-next-step',
      'features/consent/use-health-consent',
      'features/consultations/use-own-consultations',
      'features/consultations/pay-consultation',
    ),
  },
  {
    name: 'contract',
    test: /functions[\\/]contract[\\/]/,
    entriesAware: true,
  },
]

export default defineConfig({
  root: here('.'),
  // No plugin for React: its hot reloading works with React only, not with Preact. The page reloads after a change.
  plugins: [amplifyCssPruningPlugin(), reactRouterPlugin(), ...rewrites()],
  resolve: {
    // The package names its build for browsers without `async` only.
    alias: [
      {
        find: /^@hookform\/resolvers\/zod$/,
        replacement: here('../node_modules/@hookform/resolvers/zod/dist/zod.modern.mjs'),
      },
    ],
  },
  css: {
    transformer: 'lightningcss',
    // `@custom-media`: src/styles/breakpoints.css.
    lightningcss: { drafts: { customMedia: true }, include: Features.CustomMediaQueries },
  },
  // Vite reloads the page for a dependency that it discovers later, even during input: all are found at the start.
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
        // The worker of pdfjs: not every file server knows the media type of `.mjs`.
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/[name]-[hash]${name.endsWith('.mjs') ? '.js' : '[extname]'}`,
        // The bundler appends to the name of a split group, after `~`, the pages that share the chunk.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
      },
      // Nothing happens when a part of the contract is imported, so a page does without those it does not name.
      treeshake: { moduleSideEffects: [{ test: /functions[\\/]contract[\\/]/, sideEffects: false }] },
    },
  },
})
