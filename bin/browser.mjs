import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { projectNode, root } from './install.mjs'

/** Chromium's headless shell: the same engine at half the processor time. */
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser']
/** Metric-compatible with Arial and Times: without them the swap from a system font to ours shifts the layout. */
const FONTS = { name: 'fonts-liberation', folder: '/usr/share/fonts/truetype/liberation' }
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Path of a Chrome or Chromium: the one named by CHROME_PATH, Debian's headless shell, any installed one, Debian's
 * Chromium, else Playwright's own. Undefined when none can be had.
 */
export function findBrowser() {
  if (!existsSync(FONTS.folder)) installDebian(FONTS.name)
  const given = process.env.CHROME_PATH
  if (given && existsSync(given)) return given
  return (
    installed([SHELL]) ??
    debian(SHELL) ??
    installed(names) ??
    applications.find(executable) ??
    debian('chromium') ??
    playwrights()
  )
}

function installed(wanted) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable)
}

function executable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function debian(name) {
  installDebian(name)
  return installed([name])
}

function installDebian(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Instalando lo que falta para el navegador (apt-get install ${name})…`)
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], options)
}

function playwrights() {
  const cli = join(root, 'node_modules/playwright-core/cli.js')
  if (spawnSync(projectNode, [cli, 'install', 'chromium'], { stdio: 'inherit' }).status !== 0) return undefined
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  return spawnSync(projectNode, ['-e', script], { cwd: root, encoding: 'utf8' }).stdout.trim() || undefined
}
