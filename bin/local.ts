import { mkdtempSync, rmSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { generateSync } from 'otplib'
import { buildSite } from './local/build-site.ts'
import { demoAccounts } from './local/demo.ts'
import { lockDataFolder } from './local/lock.ts'
import { parseStartOptions } from './local/options.ts'
import { startLocalProduct } from './local/product.ts'
import { synthesiseTemplate } from './local/template/synthesise.ts'
import { requireUnchangedTableKeys } from './local/table-settings.ts'

const MINIMUM_NODE = 24
const root = fileURLToPath(new URL('..', import.meta.url))

if (Number(process.versions.node.split('.')[0]) < MINIMUM_NODE) {
  fail(`Hace falta Node ${MINIMUM_NODE} y este es ${process.version}. Arranca con «npm start», que trae el suyo.`)
}
process.env['HABITAT_LOCAL'] = '1'
// The functions log one object per call; on the terminal each is printed on one line.
inspect.defaultOptions.breakLength = Number.POSITIVE_INFINITY

try {
  const values = parseStartOptions(process.argv.slice(2))
  const directory = values.memory ? passingFolder() : resolve(values.data ?? join(root, '.local'))
  lockDataFolder(directory)
  if (values.fresh) forgetAll(directory)
  if (!values.memory) requireUnchangedTableKeys(directory)
  const builtSite = siteFolder(values.built ?? (values.template === '' ? '' : undefined), directory)
  const template = templateFolder(values.template, directory, builtSite)
  const port = portFrom(process.env['PORT'])
  const product = await startLocalProduct({ port, root, directory, builtSite, template, passing: values.memory })
  endWith(product.close)
  console.info(greeting(product.site))
  // For products started beside this one: by default Node writes the cache only at exit.
  flushCompileCache()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

function siteFolder(built: string | undefined, directory: string): string | undefined {
  if (built !== '') return built && resolve(built)
  console.info('Construyendo la web…')
  return buildSite(join(directory, 'site'))
}

function templateFolder(given: string | undefined, directory: string, site: string | undefined): string | undefined {
  if (given !== '') return given && resolve(given)
  console.info('Sintetizando la plantilla…')
  return synthesiseTemplate(join(directory, 'template'), { site })
}

function endWith(close: () => Promise<void>): void {
  let ending = false
  const end = () => {
    if (ending) return
    ending = true
    const lateExit = setTimeout(() => process.exit(0), 5000)
    lateExit.unref()
    close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
}

function portFrom(text: string | undefined): number {
  const port = Number(text || 5173)
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : fail(`PORT no es un puerto: ${text}`)
}

/** Not in memory: data must survive a simulated DynamoDB outage. */
function passingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'habitat-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function forgetAll(directory: string): void {
  for (const part of ['files', 'stand-ins.sqlite', 'dynamodb.sqlite']) {
    for (const tail of ['', '-wal', '-shm']) rmSync(join(directory, part + tail), { recursive: true, force: true })
  }
}

function greeting(site: string): string {
  const accounts = demoAccounts.map(({ email, password, role, totpSecret }) =>
    [
      `  ${role.padEnd(14)} ${email}  ${password}`,
      ...(totpSecret ? [`(código ahora: ${generateSync({ secret: totpSecret })})`] : []),
    ].join('  '),
  )
  return [
    '',
    `  Hábitat Interior  ${site}`,
    `  Mesa local        ${site}/_local  (correo, códigos, reloj, pagos)`,
    '',
    ...accounts,
    '',
  ].join('\n')
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
