import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { projectNode, root } from './install.mjs'

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chrome or Chromium: an installed one, else Debian's package, else Playwright's own. Undefined when none can be had. */
export function findBrowser() {
  return installed() ?? (debian() ? installed() : undefined) ?? playwrights()
}

function installed() {
  const given = process.env.CHROME_PATH
  if (given && existsSync(given)) return given
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  const candidates = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...applications]
  return candidates.find(executable)
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Debian's package, where this user may install packages. */
function debian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('Instalando Chromium (apt-get install chromium)…')
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-q'], options)
  return spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options).status === 0
}

function playwrights() {
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  if (spawnSync(projectNode, [cli, 'install', 'chromium'], { stdio: 'inherit' }).status !== 0) return undefined
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  return spawnSync(projectNode, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout.trim() || undefined
}
