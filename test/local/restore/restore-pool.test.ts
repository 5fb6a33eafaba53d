import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { apiContract } from '#contract/api'
import { cognitoMetadataKeys } from '#contract/cognito-metadata-keys'
import { buildLocalAddresses, LOCAL_REGION } from '../../../bin/local/addresses.ts'
import { demoAccounts } from '../../../bin/local/demo.ts'
import type { LocalProduct } from '../../../bin/local/product.ts'
import { synthesiseTemplate } from '../../../bin/local/template/synthesise.ts'
import { enrolAuthenticatorApp, openBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import {
  getDemoAccount,
  getMailLink,
  type ListedDemoAccount,
  sendConsoleCommand,
  waitForMail,
} from '../../support/local-console.ts'
import { readProductPool } from '../../support/product-pool.ts'
import { setProductSite } from '../../support/product-site.ts'
import { getFunctionBundles } from '../../support/share-build.ts'
import { getSynthesisedTemplate } from '../../support/synthesised-template.ts'
import { readCommands, runCommand, runExports, startProductOf } from './restore-page.ts'

const [settings = '', deploy = '', restore = '', ...others] = readCommands('The user pool')
const folder = mkdtempSync(join(tmpdir(), 'habitat-pool-'))
const NEW_PASSWORD = 'Calabacín-2027'

let product: LocalProduct
let client: ListedDemoAccount
let admin: ListedDemoAccount

async function start(template: string): Promise<void> {
  product = await startProductOf(template, folder)
  setProductSite(product.site, { isShared: false })
}

function losePool(): void {
  const store = new DatabaseSync(join(folder, 'data', 'stand-ins.sqlite'))
  const { changes } = store.prepare("DELETE FROM documents WHERE kind LIKE 'cognito-%'").run()
  store.close()
  expect(Number(changes)).toBeGreaterThan(4)
}

const listClients = (token: string) => callEndpointOverHttp(apiContract.customers.list, { query: {} }, { token })

const readOwnRecord = async (account: { readonly email: string; readonly password: string }) => {
  const { token } = await openBrowserSession(account)
  const { items } = await callEndpointOverHttp(apiContract.ownConsultations.listMine, { query: {} }, { token })
  return {
    session: await callEndpointOverHttp(apiContract.account.session, {}, { token }),
    questionnaire: await callEndpointOverHttp(apiContract.questionnaire.readMine, {}, { token }),
    consultations: items.map(({ consultationId, startsAt }) => [consultationId, startsAt]),
  }
}

async function chooseNewPassword({ email }: ListedDemoAccount): Promise<void> {
  const told = await waitForMail(email, /^Elige una contraseña nueva para/)
  expect(getMailLink(told)).toBe(`${product.site}/reset-password?solicitar=1`)
  const { userPoolClientId: ClientId } = await readProductPool(product.site)
  const { ticket } = await callEndpointOverHttp(apiContract.account.issueTicket, { body: {} })
  const ClientMetadata = { [cognitoMetadataKeys.ticket]: ticket }
  const endpoint = buildLocalAddresses(Number(new URL(product.site).port)).sdk('cognito')
  const cognito = new CognitoIdentityProviderClient({ endpoint, region: LOCAL_REGION, credentials: noCredentials })
  await cognito.send(new ForgotPasswordCommand({ ClientId, Username: email, ClientMetadata }))
  const link = new URL(getMailLink(await waitForMail(email, /^Restablece tu contraseña/)))
  const ConfirmationCode = new URLSearchParams(link.hash.slice(1)).get('code') ?? ''
  const choice = { ClientId, Username: email, ConfirmationCode, Password: NEW_PASSWORD, ClientMetadata }
  await cognito.send(new ConfirmForgotPasswordCommand(choice))
}

const noCredentials = { accessKeyId: 'nobody', secretAccessKey: 'nobody' }

let before: unknown
let lostPoolId: string
let environment: Readonly<Record<string, string>>

beforeAll(async () => {
  await start(await getSynthesisedTemplate())
  client = await getDemoAccount('cliente')
  admin = await getDemoAccount('administrador')
  before = await readOwnRecord(client)
  environment = await runExports(settings, folder)
  lostPoolId = (await readProductPool(product.site)).userPoolId
  // The nightly jobs, including the export.
  await sendConsoleCommand('clock', { advance: 'P1D' })
}, 400_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

test('the page has these commands for the user pool and no other', () => {
  expect([deploy, restore]).toEqual(['npm run deploy -- "$STAGE"', 'npm run restore -- "$STAGE" accounts'])
  expect(others).toEqual([])
})

describe('LIM-13 a user pool that was lost is made again by what its page says', () => {
  test('two people choose a new password by mail and find their records; old codes open nothing', async () => {
    await product.close()
    losePool()
    // `npm run deploy` on this machine: the template with the page's number.
    const bundles = await getFunctionBundles(inject('sharedFolder'))
    await start(synthesiseTemplate(join(folder, 'second'), { bundles, userPoolNumber: 2 }))
    expect((await readProductPool(product.site)).userPoolId).not.toBe(lostPoolId)
    await expect(openBrowserSession(client)).rejects.toThrow(/Incorrect username or password|User does not exist/)

    expect(await runCommand(restore, environment)).toContain(`Traídas: ${demoAccounts.length}. Ya estaban: 0.`)
    expect(await runCommand(restore, environment)).toContain(`Traídas: 0. Ya estaban: ${demoAccounts.length}.`)

    await expect(openBrowserSession(client)).rejects.toThrow('Incorrect username or password')
    await chooseNewPassword(client)
    expect(await readOwnRecord({ ...client, password: NEW_PASSWORD })).toEqual(before)

    await chooseNewPassword(admin)
    // Asks for no code: the pool has no second factor, so no data of the practice is shown.
    const session = await openBrowserSession({ email: admin.email, password: NEW_PASSWORD })
    await expect(listClients(session.token)).rejects.toThrow(/40[13]/)
    const { recoveryCodes: [recoveryCode = ''] = [] } = demoAccounts.find(({ email }) => email === admin.email) ?? {}
    const recovery = { body: { email: admin.email, password: NEW_PASSWORD, recoveryCode } }
    await expect(callEndpointOverHttp(apiContract.mfa.recover, recovery)).rejects.toThrow('code-invalid')

    const enrolled = await enrolAuthenticatorApp(session)
    expect(enrolled.totpSecret).not.toBe(admin.totpSecret)
    expect(JSON.stringify(await listClients(enrolled.session.token))).toContain(client.email)
  }, 300_000)
})
