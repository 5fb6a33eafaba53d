import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
} from '@aws-sdk/client-kms'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKmsStandIn } from '../../bin/local/kms.ts'
import { verifyAwsSignature } from '../../bin/local/sigv4.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { listenOnFreePort } from './cognito/running-user-pool.ts'

const KeyId = 'alias/mfa'
const EncryptionContext = { userId: 'usr_1', purpose: 'totp' }
const Plaintext = Buffer.from('JBSWY3DPEHPK3PXP')
const store = openDocumentStore()
const key = { accessKeyId: 'local', secretAccessKey: 'local-secret', region: 'eu-west-1', service: 'kms' }
let server: Awaited<ReturnType<typeof listenOnFreePort>>
let kms: KMSClient

const open = () =>
  createKmsStandIn({ store, alias: KeyId, verifyIam: (request, body) => verifyAwsSignature(request, body, key) })
const clientWith = (secretAccessKey: string) =>
  new KMSClient({
    endpoint: `${server.url}/_local/kms`,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey },
    maxAttempts: 1,
  })

let standIn = open()
beforeEach(async () => {
  server = await listenOnFreePort((request, response) => void standIn.answer(request, response))
  kms = clientWith('local-secret')
})
afterEach(async () => {
  kms.destroy()
  await server.close()
})

const encrypt = async () => (await kms.send(new EncryptCommand({ KeyId, Plaintext, EncryptionContext }))).CiphertextBlob

test('what was encrypted is decrypted in the same context, in whatever order it is written', async () => {
  const CiphertextBlob = await encrypt()

  const context = { purpose: 'totp', userId: 'usr_1' }
  const opened = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context }))

  expect(Buffer.from(opened.Plaintext ?? [])).toEqual(Plaintext)
  expect(opened.KeyId).toBe(standIn.keyArn)
})

test.each([{ userId: 'usr_2', purpose: 'totp' }, { userId: 'usr_1' }, undefined])(
  'in the context %o it stays closed',
  async (context) => {
    const CiphertextBlob = await encrypt()

    const attempt = kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext: context }))

    await expect(attempt).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
  },
)

test('changed bytes are refused', async () => {
  const CiphertextBlob = Uint8Array.from((await encrypt()) ?? [])
  CiphertextBlob[CiphertextBlob.length - 1] = (CiphertextBlob.at(-1) ?? 0) ^ 1

  const attempt = kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))

  await expect(attempt).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
})

test('bytes that were never a ciphertext are refused', async () => {
  const attempt = kms.send(new DecryptCommand({ CiphertextBlob: Buffer.from('short'), EncryptionContext }))

  await expect(attempt).rejects.toMatchObject({ name: 'InvalidCiphertextException' })
})

test('a data key comes open and sealed', async () => {
  const made = await kms.send(new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext }))

  const opened = await kms.send(new DecryptCommand({ CiphertextBlob: made.CiphertextBlob, EncryptionContext }))

  expect(made.Plaintext).toHaveLength(32)
  expect(opened.Plaintext).toEqual(made.Plaintext)
})

test('the key describes itself under alias, id and ARN, and there is no other', async () => {
  const { KeyMetadata } = await kms.send(new DescribeKeyCommand({ KeyId }))

  const byArn = await kms.send(new DescribeKeyCommand({ KeyId: standIn.keyArn }))
  expect(byArn.KeyMetadata).toEqual(KeyMetadata)
  expect(KeyMetadata).toMatchObject({ Enabled: true, Arn: standIn.keyArn, CreationDate: expect.any(Date) })
  await expect(kms.send(new DescribeKeyCommand({ KeyId: 'alias/other' }))).rejects.toMatchObject({
    name: 'NotFoundException',
  })
})

test('a ciphertext outlives a restart', async () => {
  const CiphertextBlob = await encrypt()

  standIn = open()

  const { Plaintext: opened = [] } = await kms.send(new DecryptCommand({ CiphertextBlob, EncryptionContext }))
  expect(Buffer.from(opened)).toEqual(Plaintext)
})

test('a text over 4096 bytes is refused', async () => {
  const attempt = kms.send(new EncryptCommand({ KeyId, Plaintext: Buffer.alloc(4097, 1) }))

  await expect(attempt).rejects.toMatchObject({ name: 'ValidationException' })
})

test('a caller with another key is refused', async () => {
  const stranger = clientWith('guessed')

  await expect(stranger.send(new DescribeKeyCommand({ KeyId }))).rejects.toMatchObject({
    name: 'InvalidSignatureException',
  })
})
