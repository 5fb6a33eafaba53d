import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { openDatabase } from '#data/database'
import { generateDemoTotpCode, getDemoAccount, sendConsoleCommand } from '../support/local-console.ts'
import { startProductWithTable } from '../support/product-with-table.ts'
import { expectAccessiblePage, laptopViewport, openVisitorPage } from '../support/visitor.ts'
import { runAtPhoneSize } from './admin.ts'
import { signInOnPage } from './buying.ts'
import { askAsPractice } from './visitors-for-one-hour.ts'

/**
 * The hourly digest covers the copied entries, and the next day's check begins more than six hours later, also if
 * midnight is near and the next day starts with entries that are too young.
 */
async function passDay() {
  for (const advance of ['PT2H', 'PT22H', 'PT2H']) await sendConsoleCommand('clock', { advance })
}

/** A code works once, and the practice has used that of this half minute. The user pool uses this machine's clock. */
async function openSecurityTab() {
  const account = await getDemoAccount('administrador')
  const page = await openVisitorPage({ size: laptopViewport })
  await signInOnPage(page, account)
  await page.getByLabel(/código/i).fill(generateDemoTotpCode(account, 1))
  await page.getByRole('button', { name: /verificar/i }).click()
  await page.waitForURL('**/admin')
  await page.goto('/admin?tab=security')
  return page
}

let product: Awaited<ReturnType<typeof startProductWithTable>>
const ends = new AsyncDisposableStack()
// Not in the test, which passes a second day: both together may take longer than a test on a busy machine.
beforeAll(async () => {
  product = await startProductWithTable((end) => ends.defer(end))
  await passDay()
})
afterAll(() => ends.disposeAsync())

async function alterOldestEntry({ table, client }: typeof product) {
  const { data } = await openDatabase({ table, client }).auditEntries.scan.go({ pages: 'all', data: 'includeKeys' })
  const entries = data as unknown as readonly { createdAt: string; pk: string; sk: string }[]
  const [oldest] = entries.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  await DynamoDBDocumentClient.from(client).send(
    new UpdateCommand({
      TableName: table,
      Key: { pk: oldest?.pk, sk: oldest?.sk },
      UpdateExpression: 'SET userId = :other',
      ExpressionAttributeValues: { ':other': 'usr_somebody-else' },
      ConditionExpression: 'attribute_exists(pk)',
    }),
  )
}

test('A-72 an entry of the audit log that somebody alters in the table is named by the next day’s check, before all else', async () => {
  const before = await askAsPractice(apiContract.security.auditCheck, {})
  expect(before.check).toMatchObject({ broken: [], brokenCount: 0 })
  expect(before.check?.entries).toBeGreaterThan(0)

  await alterOldestEntry(product)
  await passDay()

  const after = await openSecurityTab()
  const altered = after.getByRole('region', { name: 'Integridad del registro' })
  await altered.getByText('Alterado').waitFor()
  await altered.getByText('Una entrada no coincide con su copia. Avisa a quien lleva el sistema.').waitFor()
  await altered.getByText(/^Entrada cambiada/).waitFor()
  const first = after
    .getByRole('region', { name: /necesitan? tu atención$/ })
    .getByRole('listitem')
    .first()
  await first.getByText('El registro de auditoría está alterado', { exact: true }).waitFor()
  await expectAccessiblePage(after)
  await runAtPhoneSize(after, () => expectAccessiblePage(after))
  expect(await altered.getByRole('listitem').count()).toBe(1)
})
