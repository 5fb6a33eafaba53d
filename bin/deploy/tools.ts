import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Resolver } from 'node:dns/promises'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { toSiteUrl } from '../../lib/built-site.ts'
import { fetchAt } from './fetch-at.ts'
import type { Fetch, FetchAt, DnsResolver } from './check.ts'
import { type Clients, createClients } from './clients.ts'
import type { Deployment } from './deployment.ts'
import { CommandError } from './verdict.ts'

/** Side effects of the commands, except the requests of bin/operate/signed-json-request.ts. */
export interface Tools {
  readonly clients: Clients
  /** A function, because some clients are later denied overwriting the audit log. */
  readonly createTableClient: () => DynamoDBClient
  readonly dns: DnsResolver
  readonly fetch: Fetch
  readonly fetchAt: FetchAt
  readonly say: (text: string) => void
  /** @returns the typed text; empty without a terminal */
  readonly prompt: (question: string) => Promise<string>
  /** New and empty, for what one run builds; removed when the process ends. @returns its path */
  readonly createFolder: () => string
  /** @returns the folder of the site, within `folder` */
  readonly buildSite: (deployment: Deployment, folder: string) => string
  /** @throws CommandError when it fails */
  readonly cdk: (words: readonly string[]) => void
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** With the project's Node, also for child processes. */
function run(program: string, words: readonly string[]): void {
  const { HABITAT_LOCAL: _, ...env } = process.env // must not be in the deployed bundle
  const { status } = spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PATH: `${dirname(process.execPath)}${delimiter}${env['PATH'] ?? ''}` },
  })
  if (status !== 0) throw new CommandError(`«${program} ${words[0] ?? ''}» ha fallado: corrige lo que dice y repite.`)
}

function createFolder(): string {
  const parent = join(root, 'dist')
  mkdirSync(parent, { recursive: true })
  const folder = mkdtempSync(join(parent, 'deployment-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function prompt(question: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

export const createTools = (region: string): Tools => ({
  clients: createClients(region),
  createTableClient: () => new DynamoDBClient({ region }),
  dns: new Resolver({ timeout: 3000, tries: 2 }),
  fetch: (url, init) => globalThis.fetch(url, init),
  fetchAt,
  say: (text) => console.info(text),
  prompt,
  createFolder,
  buildSite: ({ stageName, stage }, folder) => {
    const site = join(folder, 'site')
    const google = stage.google ? [] : ['--without-google']
    run('bin/build-site.ts', ['--stage', stageName, '--site-url', toSiteUrl(stage), ...google, '--out', site])
    return site
  },
  cdk: (words) => run('node_modules/aws-cdk/bin/cdk', words),
})
