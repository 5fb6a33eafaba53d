/** Which way imports may go: contract → data → platform → domains; everything else as named. */
const domain = '^functions/(?!contract/|data/|platform/)([^/]+)/'
const packages = 'node_modules|^node:|^aws-lambda$'
const forbidden = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbidden(
      'contract-is-the-floor',
      { path: '^functions/contract/' },
      { pathNot: '^(functions/contract/|node_modules/zod/)' },
    ),
    // Classic zod brings 12 kB into the browser, and its import puts English in the place of the contract's sentences.
    forbidden(
      'zod-is-zod-mini',
      { path: '^(bin|lib|functions|frontend)/' },
      { path: '^node_modules/zod/(index|v4/classic/)' },
    ),
    forbidden(
      'data-stands-on-the-contract',
      { path: '^functions/data/' },
      { pathNot: `^functions/(contract|data)/|${packages}`, dependencyTypesNot: ['core'] },
    ),
    forbidden(
      'platform-stands-on-data',
      { path: '^functions/platform/' },
      { pathNot: `^functions/(contract|data|platform)/|${packages}`, dependencyTypesNot: ['core'] },
    ),
    forbidden(
      'domains-are-strangers-but-for-what-they-make-public',
      { path: domain },
      { path: domain, pathNot: ['^functions/$1/', '^functions/[^/]+/public/'] },
    ),
    // Two domains that need each other's rules are then no cycle.
    forbidden(
      'what-is-public-stands-on-what-is-public',
      { path: '^functions/[^/]+/public/' },
      { path: domain, pathNot: '^functions/[^/]+/public/' },
    ),
    forbidden('functions-know-no-other-layer', { path: '^functions/' }, { path: '^(lib|bin|frontend|test)/' }),
    forbidden(
      'cloud-knows-the-promises-and-the-list-of-lambdas',
      { path: '^lib/' },
      {
        path: '^(functions|bin|frontend|test)/',
        pathNot:
          '^functions/(contract/|table-access-by-lambda\\.ts$|data/(table|table-access|key-prefixes|service-clients)\\.ts$|platform/(lambdas|metric-list)\\.ts$)',
      },
    ),
    forbidden(
      'browser-sees-only-the-contract',
      { path: '^frontend/' },
      { path: '^(functions|lib|bin|test)/', pathNot: '^functions/contract/' },
    ),
    forbidden(
      'features-are-strangers',
      { path: '^frontend/src/features/([^/]+)/' },
      { path: '^frontend/src/features/', pathNot: '^frontend/src/features/$1/' },
    ),
    // Upwards in the browser: content → ui and api → features → app and what starts it.
    forbidden(
      'content-is-texts',
      { path: '^frontend/src/(content|drawings)/' },
      { path: '^frontend/src/', pathNot: '^frontend/src/(content|drawings)/' },
    ),
    forbidden(
      'building-blocks-know-no-feature',
      { path: '^frontend/src/(ui|api)/' },
      { path: '^frontend/src/(features|app|site)/|^frontend/src/[^/]+\\.tsx?$' },
    ),
    forbidden(
      'features-know-nothing-above-them',
      { path: '^frontend/src/features/' },
      { path: '^frontend/src/(app|site)/|^frontend/src/[^/]+\\.tsx?$' },
    ),
    forbidden(
      'components-of-libraries-stand-behind-ui',
      { path: '^frontend/src/', pathNot: '^frontend/src/ui/' },
      { path: 'node_modules/(@aws-amplify/ui|@radix-ui/|embla-carousel|sonner/)' },
    ),
    forbidden(
      'only-the-api-folder-knows-amplify',
      { path: '^frontend/src/', pathNot: '^frontend/src/api/' },
      { path: 'node_modules/aws-amplify/' },
    ),
    forbidden('nobody-imports-tests', { path: '^(functions|lib|bin|frontend)/' }, { path: '^test/' }),
    forbidden('no-cycles', {}, { circular: true }),
    // `aws-lambda` is a package of types alone.
    forbidden('everything-resolves', {}, { couldNotResolve: true, pathNot: '^aws-lambda$' }),
    forbidden(
      'nothing-undeclared',
      { path: '^(functions|lib|bin|frontend)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    // What esbuild puts in the place of a package, and what benches bundle, is named there as a path.
    forbidden(
      'no-orphans',
      {
        orphan: true,
        pathNot:
          '\\.d\\.m?ts$|^bin/local/console/console\\.js$|^lib/bundle-replacements/|^bin/bench/cold-start/|^frontend/types/',
      },
      {},
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'node', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css'],
    },
  },
}
