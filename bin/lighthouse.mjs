import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { installMissing, projectNode, root } from './install.mjs'

installMissing()

const path = findBrowser()
if (!path) {
  console.error('No hay navegador: instala Chrome o Chromium, o indica el suyo en CHROME_PATH.')
  process.exit(1)
}
const { status } = spawnSync(projectNode, ['bin/bench/lighthouse.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH: path, PATH: `${join(projectNode, '..')}${delimiter}${process.env.PATH}` },
})
process.exit(status ?? 1)
