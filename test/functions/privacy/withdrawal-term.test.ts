import { GetObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { withdrawals } from '#contract/withdrawals'
import { openAuditHistory } from '../../support/audit-history.ts'
import { createDomainCaller } from '../../support/endpoints.ts'
import { scanWholeTable } from '../../support/scan-whole-table.ts'
import { listAuditChanges } from '../../support/practice.ts'
import { createPrivacySetup, listObjectVersionContents } from '../../support/privacy-setup.ts'

const body = { withdrawalId: 'wdr_0badcafe-0001', name: 'Marta Ruiz', email: 'marta@correo.test', comment: 'Ya no.' }
const ARCHIVED = `keep-57/withdrawal/${body.withdrawalId}/record.json`

async function aWithdrawal() {
  const setup = await createPrivacySetup()
  const ask = await createDomainCaller('withdrawals', setup.practice)
  await ask(withdrawals.request, { body })
  setup.practice.clock.advance({ days: 1 })
  await setup.post()
  return setup
}

const leftIn = async (setup: Awaited<ReturnType<typeof aWithdrawal>>) =>
  (await scanWholeTable(setup.practice)).flatMap(({ __edb_e__: entity }) =>
    entity?.S === 'withdrawal' || entity?.S === 'mail' ? [entity.S] : [],
  )

test('a withdrawal is at work for ninety days, with its mails', async () => {
  const setup = await aWithdrawal()
  setup.practice.clock.advance({ days: 89, seconds: -1 })

  await setup.erase()

  expect((await leftIn(setup)).toSorted()).toEqual(['mail', 'mail', 'withdrawal'])
  expect(await listObjectVersionContents(setup, 'archive')).toEqual([])
})

test('then it lies where nobody works with it until five years are over, and its mails and place are gone', async () => {
  const setup = await aWithdrawal()
  setup.practice.clock.advance({ days: 90 })

  await setup.erase()
  await setup.erase()

  const { Body } = await setup.s3.client.send(new GetObjectCommand({ Bucket: 'archivo', Key: ARCHIVED }))
  expect(await leftIn(setup)).toEqual([])
  expect(await listObjectVersionContents(setup, 'archive')).toEqual([ARCHIVED])
  expect(JSON.parse((await Body?.transformToString()) ?? '')).toMatchObject(body)
  setup.practice.clock.set('2026-11-30T09:00:00.000Z')
  const [entry] = (await listAuditChanges(setup.practice)).filter(({ action }) => action === 'WITHDRAWAL_REQUESTED')
  expect(entry?.subjectId).toBe(body.withdrawalId)
  expect(entry).not.toHaveProperty('address')
})

test('that its place is taken out of the log is no change to the daily check, and its key is gone', async () => {
  const { practice, erase } = await createPrivacySetup()
  const history = await openAuditHistory(practice)
  const ask = await createDomainCaller('withdrawals', practice)
  await ask(withdrawals.request, { body })
  await history.copyNew()
  const listKeys = async () => (await practice.data.auditKeys.scan.go()).data.map(({ subject }) => subject)
  const before = await listKeys()
  practice.clock.advance({ days: 91 })

  await erase()

  expect(await history.checkNextDay()).toEqual({ checked: true, broken: 0 })
  expect([before, await listKeys()]).toEqual([[body.withdrawalId], []])
})
