import {
  DecryptCommand,
  DescribeKeyCommand,
  EncryptCommand,
  GenerateDataKeyCommand,
  KMSClient,
} from '@aws-sdk/client-kms'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { GetSendQuotaCommand, SendEmailCommand, SendRawEmailCommand, SESClient } from '@aws-sdk/client-ses'
import { DeleteSuppressedDestinationCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSesActions } from '../../../bin/local/authorization/ses-actions.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { resolveTemplateValue } from '../../../bin/local/iam/template-values.ts'
import { createKmsStandIn } from '../../../bin/local/kms.ts'
import { createSecretsManagerStandIn } from '../../../bin/local/secrets.ts'
import { createSesStandIn } from '../../../bin/local/ses/ses.ts'
import { findArn, getFunctionRoleArn, templatePolicies } from '../../lib/authorization.ts'
import {
  accountId,
  findDeniedAction,
  findMissedActions,
  createTemplateAuthorizer,
  operator,
  region,
  serve,
} from './template-roles.ts'

const authorizer = createTemplateAuthorizer()
const { authorizeCall, verifyFor } = authorizer
const store = openDocumentStore()

const mfaKey = findArn('AWS::KMS::Key', 'MfaKey')
const dataKey = findArn('AWS::KMS::Key', 'DataKey')
const { stack } = templatePolicies
const [stripeId = ''] = Object.keys(stack.template.Resources).filter(
  (id) => id.startsWith('Stripe') && stack.template.Resources[id]?.Type === 'AWS::SecretsManager::Secret',
)
const secretArn = String(resolveTemplateValue({ Ref: stripeId }, stack))
const SECRET = secretArn.replace(/^.*:secret:/, '').replace(/-AbCdEf$/, '')
const SENDER = 'hola@habitat.example'

const openKms = (keyArn: string) =>
  createKmsStandIn({
    store: openDocumentStore(),
    alias: 'alias/key',
    keyId: keyArn.split('/')[1] ?? '',
    verifyIam: verifyFor('kms'),
    authorizeCall,
  })
const standIns = {
  kms: openKms(mfaKey),
  dataKms: openKms(dataKey),
  secrets: createSecretsManagerStandIn({
    secrets: { [SECRET]: 'sk_test', unused: 'x' },
    verifyIam: verifyFor('secretsmanager'),
    authorizeCall,
  }),
  ses: createSesStandIn({
    store,
    now: () => new Date(),
    verifyIam: verifyFor('ses'),
    verifiedSenders: ['habitat.example'],
    authorizeCall,
  }),
}
let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve((request, response) => {
    const name = request.url?.split('/')[1] as keyof typeof standIns
    void standIns[name].answer(request, response)
  })
})
afterAll(() => server.close())

const configOf = (name: keyof typeof standIns, roleArn: string | undefined) => ({
  endpoint: `${server.url}/${name}`,
  region,
  credentials: roleArn === undefined ? operator : authorizer.credentialsOf(roleArn),
  maxAttempts: 1,
})
const kmsAs = (roleArn?: string) => new KMSClient(configOf('kms', roleArn))
const dataKmsAs = (roleArn?: string) => new KMSClient(configOf('dataKms', roleArn))
const secretsAs = (roleArn?: string) => new SecretsManagerClient(configOf('secrets', roleArn))
const suppressionsAs = (roleArn?: string) => new SESv2Client(configOf('ses', roleArn))
const sesAs = (roleArn?: string) => new SESClient(configOf('ses', roleArn))

const ofUser = { userId: 'usr_a' }
const Plaintext = Buffer.from('JBSWY3DPEHPK3PXP')

const encrypt = (EncryptionContext?: Record<string, string>) =>
  new EncryptCommand({ KeyId: mfaKey, Plaintext, ...(EncryptionContext && { EncryptionContext }) })
const raw = (from: string) =>
  new SendRawEmailCommand({
    RawMessage: { Data: Buffer.from(`From: ${from}\r\nTo: ana@example.com\r\nSubject: Hola\r\n\r\nHola`) },
  })

describe('the key of second factors', () => {
  const [mfa, payments] = [getFunctionRoleArn('mfa'), getFunctionRoleArn('payments')]

  test('is used by the function of second factors for one account at a time', async () => {
    const { CiphertextBlob } = await kmsAs(mfa).send(encrypt(ofUser))

    const opened = await kmsAs(mfa).send(new DecryptCommand({ CiphertextBlob, EncryptionContext: ofUser }))

    expect(Buffer.from(opened.Plaintext ?? [])).toEqual(Plaintext)
    expect(await findDeniedAction(kmsAs(mfa).send(encrypt()))).toBe('kms:Encrypt')
    expect(await findDeniedAction(kmsAs(mfa).send(encrypt({ ...ofUser, more: 'x' })))).toBe('kms:Encrypt')
  })

  test('refuses another function, and an administrator of everything: the key leaves no use of it to the account', async () => {
    for (const role of [payments, authorizer.makeRole(['kms:*'])]) {
      const refused = kmsAs(role).send(encrypt(ofUser))

      await expect(refused).rejects.toMatchObject({
        name: 'AccessDeniedException',
        message: expect.stringContaining(`is not authorized to perform: kms:Encrypt on resource: ${mfaKey}`),
      })
    }
  })

  test('is open to whoever works at this machine', async () => {
    await expect(kmsAs().send(encrypt())).resolves.toMatchObject({ KeyId: mfaKey })
  })
})

describe('the secret of Stripe', () => {
  const read = new GetSecretValueCommand({ SecretId: SECRET })

  test('is read by payments, and by no function that does not charge', async () => {
    await expect(secretsAs(getFunctionRoleArn('payments')).send(read)).resolves.toMatchObject({
      SecretString: 'sk_test',
    })

    const refused = secretsAs(getFunctionRoleArn('files')).send(read)
    await expect(refused).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: `User: arn:aws:sts::${accountId}:assumed-role/${getFunctionRoleArn('files').split('/')[1]}/${getFunctionRoleArn('files').split('/')[1]} is not authorized to perform: secretsmanager:GetSecretValue on resource: ${secretArn} because no identity-based policy allows the secretsmanager:GetSecretValue action`,
    })
  })

  test('is not told apart from one that does not exist', async () => {
    const asked = secretsAs(getFunctionRoleArn('files')).send(new GetSecretValueCommand({ SecretId: 'nowhere' }))

    expect(await findDeniedAction(asked)).toBe('secretsmanager:GetSecretValue')
  })
})

describe('mail', () => {
  const mailer = getFunctionRoleArn('mail/send-queued')

  test("goes out under the product's own address, whatever name stands before it", async () => {
    await expect(sesAs(mailer).send(raw(SENDER))).resolves.toMatchObject({ MessageId: expect.any(String) })
    await expect(sesAs(mailer).send(raw(`Hábitat <${SENDER}>`))).resolves.toMatchObject({
      MessageId: expect.any(String),
    })
  })

  test('is sent neither under another address of the domain nor by another function', async () => {
    const before = standIns.ses.mailbox().length

    expect(await findDeniedAction(sesAs(mailer).send(raw('otra@habitat.example')))).toBe('ses:SendRawEmail')
    expect(await findDeniedAction(sesAs(getFunctionRoleArn('users')).send(raw(SENDER)))).toBe('ses:SendRawEmail')
    expect(standIns.ses.mailbox()).toHaveLength(before)
  })

  test('is refused in words of version 1', async () => {
    await expect(sesAs(getFunctionRoleArn('users')).send(raw(SENDER))).rejects.toMatchObject({
      name: 'AccessDenied',
      message: expect.stringMatching(
        /^User `arn:\S+' is not authorized to perform `ses:SendRawEmail' on resource `arn:/,
      ),
      $metadata: { httpStatusCode: 403 },
    })
  })
})

test('credentials of a role are of no use without its session', async () => {
  const { sessionToken: _, ...stolen } = authorizer.credentialsOf(getFunctionRoleArn('mfa'))
  const thief = new KMSClient({ ...configOf('kms', undefined), credentials: stolen })

  await expect(thief.send(new DescribeKeyCommand({ KeyId: mfaKey }))).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  })
})

const mail = {
  Source: SENDER,
  Destination: { ToAddresses: ['ana@example.com'] },
  Message: { Subject: { Data: 'Hola' }, Body: { Text: { Data: 'Hola' } } },
}
const rawMail = { RawMessage: { Data: Buffer.from(`From: ${SENDER}\r\nTo: ana@example.com\r\n\r\nHola`) } }

describe('each operation needs its action and no other', () => {
  type Client = { readonly send: (command: never) => Promise<unknown> }
  const missedBy = (clientAs: (roleArn: string) => Client, command: unknown, action: string) =>
    findMissedActions(authorizer, [action], (role) => clientAs(role).send(command as never))

  test.for([
    ['Encrypt', new EncryptCommand({ KeyId: dataKey, Plaintext })],
    ['Decrypt', new DecryptCommand({ KeyId: dataKey, CiphertextBlob: Buffer.from('short') })],
    ['GenerateDataKey', new GenerateDataKeyCommand({ KeyId: dataKey, KeySpec: 'AES_256' })],
    ['DescribeKey', new DescribeKeyCommand({ KeyId: dataKey })],
  ] as const)('kms:%s', async ([name, command]) => {
    expect(await missedBy(dataKmsAs, command, `kms:${name}`)).toEqual([`kms:${name}`, undefined])
  })

  test('secretsmanager:GetSecretValue', async () => {
    const action = 'secretsmanager:GetSecretValue'
    expect(await missedBy(secretsAs, new GetSecretValueCommand({ SecretId: 'unused' }), action)).toEqual([
      action,
      undefined,
    ])
  })

  test.for([
    ['SendRawEmail', new SendRawEmailCommand(rawMail)],
    ['SendEmail', new SendEmailCommand(mail)],
    ['GetSendQuota', new GetSendQuotaCommand({})],
  ] as const)('ses:%s', async ([name, command]) => {
    expect(await missedBy(sesAs, command, `ses:${name}`)).toEqual([`ses:${name}`, undefined])
  })

  test('ses:DeleteSuppressedDestination', async () => {
    const [action, command] = [
      'ses:DeleteSuppressedDestination',
      new DeleteSuppressedDestinationCommand({ EmailAddress: 'a@habitat.example' }),
    ]
    expect(await missedBy(suppressionsAs, command, action)).toEqual([action, undefined])
  })

  test('one whose actions are not known is let through by nobody', () => {
    expect(() => listSesActions('SendBounce', undefined, { region, accountId })).toThrow('not known')
  })
})
