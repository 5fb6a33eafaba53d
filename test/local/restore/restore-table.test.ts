import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { apiContract } from '#contract/api'
import type { CheckContext } from '../../../bin/deploy/check.ts'
import { checkRestoredTable } from '../../../bin/deploy/checks/restored-table.ts'
import { createClients } from '../../../bin/deploy/clients.ts'
import { describeStack } from '../../../bin/deploy/stack.ts'
import { LOCAL_AWS_ACCESS_KEY } from '../../../bin/local/addresses.ts'
import type { LocalProduct } from '../../../bin/local/product.ts'
import { synthesiseTemplate } from '../../../bin/local/template/synthesise.ts'
import { deploymentStages } from '../../../lib/stages.ts'
import { openBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { getDemoAccount, type ListedDemoAccount, sendConsoleCommand } from '../../support/local-console.ts'
import { setProductSite } from '../../support/product-site.ts'
import { getFunctionBundles } from '../../support/share-build.ts'
import { copyTemplate, getSynthesisedTemplate } from '../../support/synthesised-template.ts'
import { smallestJourneys } from '../template/smallest-journeys.ts'
import { readCommands, runCommand, runExports, startProductOf } from './restore-page.ts'

const [settings = '', restore = '', deploy = '', restoreAgain = '', removeOld = '', ...others] =
  readCommands('The table')

const folder = mkdtempSync(join(tmpdir(), 'habitat-restore-'))
let environment: Readonly<Record<string, string>>
let product: LocalProduct

const start = (template: string): Promise<LocalProduct> => startProductOf(template, folder)
const run = (command: string): Promise<string> => runCommand(command, environment)

const noAccount = /Incorrect username or password|User does not exist/

const openTable = () =>
  DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-1', credentials: LOCAL_AWS_ACCESS_KEY }))

async function readItems(table: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let ExclusiveStartKey: Record<string, unknown> | undefined
  do {
    const page = await openTable().send(new ScanCommand({ TableName: table, ExclusiveStartKey }))
    items.push(...(page.Items ?? []))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return items
}

const readOwnRecord = async (account: ListedDemoAccount) => {
  const { token } = await openBrowserSession(account, product.site)
  const caller = { token, site: product.site }
  const { items } = await callEndpointOverHttp(apiContract.ownConsultations.listMine, { query: {} }, caller)
  return {
    questionnaire: await callEndpointOverHttp(apiContract.questionnaire.readMine, {}, caller),
    consultations: items.map(({ consultationId, startsAt }) => [consultationId, startsAt]),
  }
}

const listClients = async (account: ListedDemoAccount) => {
  const { token } = await openBrowserSession(account, product.site)
  return callEndpointOverHttp(apiContract.customers.list, { query: {} }, { token, site: product.site })
}

/** The end of the current second: a table is restored to a full second, with all writes within it. */
async function endOfSecond(): Promise<string> {
  const at = new Date(Math.ceil((Date.now() + 1) / 1000) * 1000 - 1000)
  await vi.waitUntil(() => Date.now() > at.getTime() + 1000, { timeout: 5000, interval: 50 })
  return at.toISOString().replace(/\.\d+/, '')
}

let before: unknown
let clientsBefore: unknown
let leaving: ListedDemoAccount
let staying: ListedDemoAccount
let admin: ListedDemoAccount
let damaged: string

beforeAll(async () => {
  product = await start(await getSynthesisedTemplate())
  const { site } = product
  staying = await getDemoAccount('cliente', site)
  admin = await getDemoAccount('administrador', site)
  leaving = { ...staying, email: 'termina@habitat.example' }
  ;[before, clientsBefore] = [await readOwnRecord(staying), await listClients(admin)]
  const { outputs } = (await describeStack(createClients('eu-west-1').cloudFormation, 'HabitatInterior-prod')) ?? {}
  damaged = outputs?.['TableName'] ?? ''
  // Only the time differs from the page's text.
  environment = await runExports(settings.replace(/(?<= AT=)\S+/, await endOfSecond()), folder)
}, 400_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const checkDeployment = async (restoredTable: { name: string; streamLabel: string }) => {
  const clients = createClients('eu-west-1')
  const deployed = await describeStack(clients.cloudFormation, 'HabitatInterior-prod')
  const stage = { ...deploymentStages.prod, restoredTable }
  return checkRestoredTable({ stage, stageName: 'prod', clients, deployed } as unknown as CheckContext)
}

function copyWithLabel(template: string, right: string, wrong: string): string {
  const copied = copyTemplate(template, join(folder, 'mistaken'))
  for (const name of readdirSync(copied).filter((each) => each.endsWith('.template.json'))) {
    const file = join(copied, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(right, wrong))
  }
  return copied
}

test('the page has these commands and no other', () => {
  expect(settings).toMatch(/ AT=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/m)
  expect([restore, deploy, restoreAgain, removeOld].map((command) => command.split(' ').slice(0, 3).join(' '))).toEqual(
    ['npm run restore', 'npm run deploy', 'npm run restore', 'npm run restore'],
  )
  expect(others).toEqual([])
})

// In this order: the later tests use the restored table.
describe('LIM-13 a table that was damaged is restored by what its page says', { shuffle: false }, () => {
  test('somebody is erased and the rest is damaged; then all is as it was, but for whoever was erased, and a wrong stream is refused', async () => {
    const { site } = product
    const { token } = await openBrowserSession(leaving, site)
    const confirmation = { understood: true, final: true, word: 'eliminar' } as const
    await callEndpointOverHttp(apiContract.privacy.requestDeletion, { body: confirmation }, { token, site })
    await sendConsoleCommand('clock', { advance: 'P15D' }, site)
    await expect(openBrowserSession(leaving, site)).rejects.toThrow(noAccount)
    const items = await readItems(damaged)
    const lost = items.filter(({ pk }) => /^\$(agenda|health|client)#/.test(String(pk)))
    for (const { pk, sk } of lost) await openTable().send(new DeleteCommand({ TableName: damaged, Key: { pk, sk } }))
    expect(lost.length).toBeGreaterThan(20)

    const printed = await run(restore)

    const [, name = '', streamLabel = ''] =
      /restoredTable: \{ name: '(.*?)', streamLabel: '(.*?)' \}/.exec(printed) ?? []
    expect(printed).toContain('se borraron desde entonces: 1.')
    const restored = JSON.stringify(await readItems(name))
    expect(restored).not.toContain(leaving.email)
    expect(restored).toContain(staying.email)
    expect(await checkDeployment({ name, streamLabel })).toMatchObject({ state: 'ready' })
    expect(await checkDeployment({ name, streamLabel: 'another' })).toMatchObject({ state: 'blocked' })
    expect(await checkDeployment({ name: damaged, streamLabel })).toMatchObject({ state: 'blocked' })

    // `npm run deploy` on this machine: the template with the printed line.
    await product.close()
    const bundles = await getFunctionBundles(inject('sharedFolder'))
    const restoredTable = { name, streamLabel }
    const template = synthesiseTemplate(join(folder, 'restored'), { bundles, restoredTable })
    await expect(start(copyWithLabel(template, streamLabel, '2026-01-01T00:00:00.000'))).rejects.toThrow(
      new RegExp(`^Stream not found: arn:\\S+/${name}/stream/2026-01-01T00:00:00.000 .*: ${streamLabel}\\)$`),
    )
    product = await start(template)
    expect(await readOwnRecord(staying)).toEqual(before)
    expect(clientsBefore).toHaveProperty('items')
    expect(JSON.stringify(await listClients(admin))).toContain(staying.email)
    await expect(openBrowserSession(leaving, product.site)).rejects.toThrow(noAccount)

    expect(await run(restoreAgain)).toContain(name)
    // Answers the confirmation, which needs a terminal.
    await run(`${removeOld} --yes`)
    await expect(openTable().send(new DescribeTableCommand({ TableName: damaged }))).rejects.toThrow('not found')
    expect(await readOwnRecord(staying)).toEqual(before)
  }, 500_000)

  test.each(Object.entries(smallestJourneys))(
    'on the restored table people get through: %s',
    async (_, walk) => {
      setProductSite(product.site, { isShared: false })
      await expect(walk()).resolves.toBeUndefined()
    },
    90_000,
  )
})
