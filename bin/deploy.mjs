import { spawnSync } from 'node:child_process'
import { installMissing, projectNode, root } from './install.mjs'

installMissing()

const { status } = spawnSync(projectNode, ['bin/deploy/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
