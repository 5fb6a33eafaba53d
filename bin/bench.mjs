import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installMissing, projectNode, root } from './install.mjs'

installMissing()

/** `npm run bench` measures growth; `npm run bench -- load` and the like run another file of bin/bench. */
const [name = 'growth', ...options] = process.argv.slice(2)
const file = `bin/bench/${name}.ts`
if (!/^[a-z-]+$/.test(name) || !existsSync(join(root, file))) {
  console.error(`No hay ninguna medición que se llame «${name}».`)
  process.exit(1)
}
const { status } = spawnSync(projectNode, ['--max-old-space-size=6000', file, ...options], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(status ?? 1)
