import { GetObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { withdrawals } from '#contract/withdrawals'
import { askingDomain } from '../../support/endpoints.ts'
import { everythingIn } from '../../support/everything.ts'
import { auditOf } from '../../support/practice.ts'
import { aPrivacyDesk, everyVersionIn } from '../../support/privacy-desk.ts'

const body = { withdrawalId: 'wdr_0badcafe-0001', name: 'Marta Ruiz', email: 'marta@correo.test', comment: 'Ya no.' }
const ARCHIVED = `keep-57/withdrawal/${body.withdrawalId}/record.json`

async function aWithdrawal() {
  const desk = await aPrivacyDesk()
  const ask = await askingDomain('withdrawals', desk.practice)
  await ask(withdrawals.request, { body })
  desk.practice.clock.advance({ days: 1 })
  await desk.post()
  return desk
}

const leftIn = async (desk: Awaited<ReturnType<typeof aWithdrawal>>) =>
  (await everythingIn(desk.practice)).flatMap(({ __edb_e__: entity }) =>
    entity?.S === 'withdrawal' || entity?.S === 'mail' ? [entity.S] : [],
  )

test('a withdrawal is at work for ninety days, with its mails', async () => {
  const desk = await aWithdrawal()
  desk.practice.clock.advance({ days: 89, seconds: -1 })

  await desk.erase()

  expect((await leftIn(desk)).toSorted()).toEqual(['mail', 'mail', 'withdrawal'])
  expect(await everyVersionIn(desk, 'archive')).toEqual([])
})

test('then it lies where nobody works with it until five years are over, and its mails and place are gone', async () => {
  const desk = await aWithdrawal()
  desk.practice.clock.advance({ days: 90 })

  await desk.erase()
  await desk.erase()

  const { Body } = await desk.s3.client.send(new GetObjectCommand({ Bucket: 'archivo', Key: ARCHIVED }))
  expect(await leftIn(desk)).toEqual([])
  expect(await everyVersionIn(desk, 'archive')).toEqual([ARCHIVED])
  expect(JSON.parse((await Body?.transformToString()) ?? '')).toMatchObject(body)
  desk.practice.clock.set('2026-11-30T09:00:00.000Z')
  const [entry] = (await auditOf(desk.practice)).filter(({ action }) => action === 'WITHDRAWAL_REQUESTED')
  expect(entry?.subjectId).toBe(body.withdrawalId)
  expect(entry).not.toHaveProperty('address')
})
