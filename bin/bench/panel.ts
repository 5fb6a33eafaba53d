import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../browser.mjs'
import { demoAccounts } from '../local/demo.ts'
import { startLocalProduct } from '../local/product.ts'
import { median } from './median.ts'

/*
 * Time until a dose can be ticked in the client's panel, compared with the time until the landing page's next step can
 * be pressed, on a slowed processor: the fastest of several runs, as other load only adds time, and the median. Compare the
 * ratios, never times of two machines.
 *
 *     npm run bench -- panel --runs 9 --cpu 4
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '9' }, cpu: { type: 'string', default: '4' } },
})
const [runs, cpu] = [Number(values.runs), Number(values.cpu)]

const root = fileURLToPath(new URL('../..', import.meta.url))
const phone = { width: 390, height: 844 }

type StorageState = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

interface Case {
  readonly path: string
  readonly control: string
}

const landing: Case = { path: '/', control: 'main a[href="/primera-consulta"]' }
const panel: Case = { path: '/client', control: '.today input[type=checkbox]:not(:disabled)' }

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Milliseconds from the navigation to the first painted frame with the control: painting is between an animation frame
 * and a task.
 */
const waitForControl = (selector: string) =>
  new Promise<number>((resolve) => {
    const waitForFrame = () => {
      if (document.querySelector(selector)) setTimeout(() => resolve(performance.now()))
      else requestAnimationFrame(waitForFrame)
    }
    requestAnimationFrame(waitForFrame)
  })

interface Conditions {
  readonly isSecondVisit: boolean
}

interface Visitor {
  readonly browser: Browser
  readonly site: string
  readonly storageState: StorageState
}

async function measure({ browser, site, storageState }: Visitor, { path, control }: Case, conditions: Conditions) {
  const context = await browser.newContext({ viewport: phone, locale: 'es-ES', baseURL: site, storageState })
  try {
    if (conditions.isSecondVisit) {
      const before = await context.newPage()
      await before.goto(path, { waitUntil: 'networkidle' })
      await before.close()
    }
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
    await page.goto(path, { waitUntil: 'commit' })
    return await page.evaluate(waitForControl, control)
  } finally {
    await context.close()
  }
}

async function signIn(browser: Browser, site: string): Promise<StorageState> {
  const [account] = demoAccounts.filter(({ role }) => role === 'cliente')
  if (!account) throw new Error('no demo account is a cliente')
  const context = await browser.newContext({ viewport: phone, locale: 'es-ES', baseURL: site })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Rechazar opcionales' }).click()
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(account.password)
  // Otherwise the session is stored for the tab only.
  await page.getByLabel('Mantener la sesión iniciada').check()
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await page.waitForURL('**/client')
  await page.locator(panel.control).first().waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

const work = mkdtempSync(join(tmpdir(), 'habitat-panel-'))
const port = await findFreePort()
const site = `http://localhost:${port}`
const folder = join(work, 'site')
execFileSync(process.execPath, ['bin/build-site.ts', '--site-url', site, '--out', folder], {
  cwd: root,
  env: { ...process.env, HABITAT_LOCAL: '1' },
})
process.env['HABITAT_LOCAL'] = '1'
// Silences the handlers' logs; the logger reads its level at import.
process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
process.env['POWERTOOLS_METRICS_DISABLED'] = 'true'
const print = console.info
console.info = () => undefined
const product = await startLocalProduct({ port, root, directory: work, builtSite: folder })
const browser = await chromium.launch({
  executablePath: findBrowser() ?? chromium.executablePath(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const visitor: Visitor = { browser, site, storageState: await signIn(browser, site) }
  print(`| processor × ${cpu} | \`/\` ms | \`/client\` ms | ratio |\n|---|---|---|---|`)
  for (const conditions of [
    { name: 'first visit', isSecondVisit: false },
    { name: 'second visit', isSecondVisit: true },
  ]) {
    const measured: [number, number][] = []
    // In rotation, so that other load affects both.
    for (let run = 0; run < runs; run++)
      measured.push([await measure(visitor, landing, conditions), await measure(visitor, panel, conditions)])
    const ofLanding = measured.map(([each]) => each)
    const ofPanel = measured.map(([, each]) => each)
    for (const [statistic, of] of Object.entries({ fastest: (times: number[]) => Math.min(...times), median })) {
      const [first, second] = [of(ofLanding), of(ofPanel)]
      const ratio = (second / first).toFixed(2)
      print(`| ${conditions.name}, ${statistic} | ${Math.round(first)} | ${Math.round(second)} | ${ratio} |`)
    }
  }
} finally {
  await browser.close()
  await product.close()
  rmSync(work, { recursive: true, force: true })
}
