import { spawnSync } from 'node:child_process'

/**
 * `npm run bench -- history [entries]`: the suite's test of the audit log's copy, with as many entries as a busy day.
 */
const [entries = '20000'] = process.argv.slice(2)
const begun = performance.now()
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'functions', 'test/functions/security/audit-load.test.ts'],
  { stdio: 'inherit', env: { ...process.env, AUDIT_ENTRIES: entries } },
)
console.log(`${entries} entradas en ${Math.round((performance.now() - begun) / 1000)} s`)
process.exit(status ?? 1)
