import { DeleteObjectCommand, ListObjectVersionsCommand } from '@aws-sdk/client-s3'
import { expect, test, vi } from 'vitest'
import { removeObjectVersionsUnderPrefix } from '../../../functions/privacy/object-versions.ts'
import { listObjectVersionContents } from '../../support/privacy-setup.ts'
import { putTestObject, startTestS3, testBucket } from '../../local/s3/start-test-s3.ts'

async function twoDays() {
  let late = 0
  const s3 = await startTestS3({ now: () => new Date(Date.now() + late) })
  await putTestObject(s3, 'cus_1/analytics/a')
  await putTestObject(s3, 'cus_1/analytics/b')
  await s3.client.send(new DeleteObjectCommand({ Bucket: testBucket, Key: 'cus_1/analytics/b' }))
  const between = new Date(Date.now() + 60_000)
  late = 120_000
  await putTestObject(s3, 'cus_1/analytics/b')
  await putTestObject(s3, 'cus_1/analytics/c')
  const send = s3.client.send.bind(s3.client)
  vi.spyOn(s3.client, 'send').mockImplementation(((command: object, ...more: []) => {
    if (command instanceof ListObjectVersionsCommand && command.input.Prefix) command.input.MaxKeys = 1
    return send(command as never, ...more)
  }) as typeof send)
  return { s3, between }
}

test('what was written until an instant is removed in every version, also from behind what stays', async () => {
  const { s3, between } = await twoDays()

  await removeObjectVersionsUnderPrefix(s3.client, testBucket, 'cus_1/analytics/', between)

  expect(await listObjectVersionContents({ s3 }, 'files')).toEqual(['cus_1/analytics/b', 'cus_1/analytics/c'])
})

test('everything is removed where no instant is named', async () => {
  const { s3 } = await twoDays()

  await removeObjectVersionsUnderPrefix(s3.client, testBucket, 'cus_1/analytics/')

  expect(await listObjectVersionContents({ s3 }, 'files')).toEqual([])
})
