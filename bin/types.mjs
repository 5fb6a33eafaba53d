import { availableParallelism, freemem } from 'node:os'
import { join } from 'node:path'
import { runChecks, typeChecks } from './checks.mjs'
import { installMissing, root } from './install.mjs'

installMissing()
const { failed } = await runChecks({
  binaries: join(root, 'node_modules/.bin'),
  machine: { cores: availableParallelism(), memory: process.availableMemory?.() ?? freemem() },
  options: { cwd: root },
  steps: typeChecks,
})
process.exit(failed === 0 ? 0 : 1)
