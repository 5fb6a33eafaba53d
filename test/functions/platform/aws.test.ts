import { Readable } from 'node:stream'
import {
  AdminAddUserToGroupCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  TooManyRequestsException,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider'
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, test } from 'vitest'
import { createCognitoUserAccess } from '#platform/cognito-user-access'
import { createReceiptPdfStorage } from '../../../functions/payments/public/receipt-files.ts'
import type { StoredReceipt as Receipt } from '../../../functions/payments/public/receipt.ts'
import { TEST_POOL_ID, TEST_USER_SUB } from '../../support/triggers.ts'

const nowhere = { region: 'eu-west-1', credentials: { accessKeyId: 'test', secretAccessKey: 'test' } }
const failure = { message: 'no', $metadata: {} }

describe('an account of the user pool', () => {
  test('is known with its state, its second factor and what the sign-up left', async () => {
    const { cognito, identities } = aPool()
    cognito.on(AdminGetUserCommand, { UserPoolId: TEST_POOL_ID, Username: TEST_USER_SUB }).resolves({
      Username: TEST_USER_SUB,
      UserStatus: 'CONFIRMED',
      Enabled: true,
      UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
      UserCreateDate: new Date('2026-11-21T08:00:00Z'),
      UserAttributes: [{ Name: 'email', Value: 'lucia@correo.test' }],
    })

    expect(await identities.find(TEST_USER_SUB)).toEqual({
      sub: TEST_USER_SUB,
      confirmed: true,
      enabled: true,
      hasTotp: true,
      createdAt: new Date('2026-11-21T08:00:00Z'),
      attributes: { email: 'lucia@correo.test' },
    })
  })

  test('that says little is neither enabled nor recent nor has it a second factor', async () => {
    const { cognito, identities } = aPool()
    cognito.on(AdminGetUserCommand).resolves({ Username: TEST_USER_SUB, UserStatus: 'UNCONFIRMED' })

    expect(await identities.find(TEST_USER_SUB)).toMatchObject({
      confirmed: false,
      enabled: false,
      hasTotp: false,
      createdAt: new Date(0),
    })
  })

  test('that is not there is undefined', async () => {
    const { cognito, identities } = aPool()
    cognito.on(AdminGetUserCommand).rejects(new UserNotFoundException(failure))

    expect(await identities.find(TEST_USER_SUB)).toBeUndefined()
  })

  test('about which Cognito does not answer is a fault', async () => {
    const { cognito, identities } = aPool()
    cognito.on(AdminGetUserCommand).rejects(new TooManyRequestsException({ ...failure, message: 'slow down' }))

    await expect(identities.find(TEST_USER_SUB)).rejects.toThrow('slow down')
  })

  test('joins a group', async () => {
    const { cognito, identities } = aPool()
    cognito.on(AdminAddUserToGroupCommand).resolves({})

    await identities.addToGroup(TEST_USER_SUB, 'cliente')

    expect(cognito.commandCalls(AdminAddUserToGroupCommand)[0]?.args[0].input).toEqual({
      UserPoolId: TEST_POOL_ID,
      Username: TEST_USER_SUB,
      GroupName: 'cliente',
    })
  })
})

describe('the PDF of a receipt', () => {
  test('is made once and kept', async () => {
    const { s3, files } = aBucket()
    s3.on(GetObjectCommand).rejects(new NoSuchKey(failure))
    s3.on(PutObjectCommand).resolves({})

    const pdf = await files.pdf(receipt)

    expect(new TextDecoder().decode(pdf.slice(0, 5))).toBe('%PDF-')
    expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
      Bucket: 'files',
      Key: receipt.fileKey,
      ContentType: 'application/pdf',
      IfNoneMatch: '*',
      Body: pdf,
    })
  })

  test('that was made before is not made again', async () => {
    const { s3, files } = aBucket()
    s3.on(GetObjectCommand).resolves({ Body: bodyOf('the first one') })

    const pdf = await files.pdf(receipt)

    expect(new TextDecoder().decode(pdf)).toBe('the first one')
    expect(s3.commandCalls(PutObjectCommand)).toEqual([])
  })

  test('that somebody else made at the same moment is theirs', async () => {
    const { s3, files } = aBucket()
    s3.on(GetObjectCommand)
      .rejectsOnce(new NoSuchKey(failure))
      .resolves({ Body: bodyOf('the first one') })
    s3.on(PutObjectCommand).rejects(s3Error(412))

    expect(new TextDecoder().decode(await files.pdf(receipt))).toBe('the first one')
  })

  test.each(['reading', 'keeping'])('is a fault while the bucket fails in %s', async (when) => {
    const { s3, files } = aBucket()
    s3.on(GetObjectCommand).rejects(when === 'reading' ? s3Error(503) : new NoSuchKey(failure))
    s3.on(PutObjectCommand).rejects(s3Error(503))

    await expect(files.pdf(receipt)).rejects.toThrow('Status503')
  })

  test('is downloaded by a link of one minute, as a file that no browser opens by itself', async () => {
    const { s3, files } = aBucket()
    s3.on(GetObjectCommand).resolves({ Body: bodyOf('the first one') })

    const { pathname, searchParams } = new URL(await files.link(receipt))

    expect(pathname).toBe(`/${receipt.fileKey}`)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      'X-Amz-Expires': '60',
      'response-content-type': 'application/octet-stream',
      'response-content-disposition': 'attachment; filename="justificante-2026-ABC.pdf"',
    })
  })
})

const receipt = {
  orderId: 'ord_00000001',
  receiptNumber: '2026-ABC',
  customerId: 'cus_00000001',
  paymentId: 'pay_00000001',
  buyerName: 'Lucía Ferrer',
  concept: 'Primera consulta',
  listCents: 10_000,
  amountCents: 8000,
  issuedAt: '2026-11-21T09:00:00.000Z',
  fileKey: 'cus_00000001/receipt/1.pdf',
} satisfies Receipt

function aPool() {
  const client = new CognitoIdentityProviderClient(nowhere)
  return { cognito: mockClient(client), identities: createCognitoUserAccess(TEST_POOL_ID, client) }
}

function aBucket() {
  const client = new S3Client(nowhere)
  return { s3: mockClient(client), files: createReceiptPdfStorage('files', client) }
}

const bodyOf = (text: string) =>
  Object.assign(Readable.from([text]), {
    transformToByteArray: async () => new TextEncoder().encode(text),
  }) as never

const s3Error = (httpStatusCode: number) =>
  new S3ServiceException({
    name: `Status${httpStatusCode}`,
    message: `Status${httpStatusCode}`,
    $fault: 'server',
    $metadata: { httpStatusCode },
  })
