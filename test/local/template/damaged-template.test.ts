import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CognitoIdentityProviderClient, SignUpCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildLocalAddresses } from '../../../bin/local/addresses.ts'
import { type LocalProduct, startLocalProduct } from '../../../bin/local/product.ts'
import { synthesiseTemplate } from '../../../bin/local/template/synthesise.ts'
import { findFreePort } from '../../support/free-port.ts'

interface Resource {
  readonly Type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- CloudFormation's own shape, different for every type
  readonly Properties: any
}
type Resources = Record<string, Resource>

const folder = mkdtempSync(join(tmpdir(), 'habitat-damaged-'))
const denials: string[] = []
let product: LocalProduct
let clientId: string

const readTemplates = (assembly: string) =>
  readdirSync(assembly)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => {
      const template = JSON.parse(readFileSync(join(assembly, file), 'utf8')) as { readonly Resources: Resources }
      return { file: join(assembly, file), template }
    })

const mentions = (value: unknown, words: string): boolean => JSON.stringify(value).includes(words)

/** Without one route, one permission, one grant of a role, one exception of a bucket's policy and one of the clock. */
function damage(resources: Resources): void {
  const entries = Object.entries(resources)
  const remove = (type: string, words: string) => {
    for (const [id, { Type, Properties }] of entries)
      if (Type === type && mentions(Properties, words)) delete resources[id]
  }
  const removeStatements = (type: string, id: string, action: string) => {
    for (const [name, { Type, Properties }] of entries) {
      if (Type !== type || !name.includes(id)) continue
      const { PolicyDocument } = Properties
      PolicyDocument.Statement = PolicyDocument.Statement.filter((each: unknown) => !mentions(each, action))
    }
  }
  remove('AWS::ApiGatewayV2::Route', '"GET /notifications')
  remove('AWS::Lambda::Permission', 'presignup')
  removeStatements('AWS::IAM::Policy', 'paymentsstripewebhook', 'secretsmanager:GetSecretValue')
  removeStatements('AWS::S3::BucketPolicy', 'WebsiteBucket', 'cloudfront.amazonaws.com')
  removeStatements('AWS::IAM::Policy', 'roleofclock', 'lambda:InvokeFunction')
}

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void denials.push(words.map(String).join(' ')))
  const template = synthesiseTemplate(join(folder, 'template'), undefined)
  for (const { file, template: read } of readTemplates(template)) {
    damage(read.Resources)
    writeFileSync(file, JSON.stringify(read))
    clientId ??=
      Object.keys(read.Resources).find((id) => read.Resources[id]?.Type === 'AWS::Cognito::UserPoolClient') ?? ''
  }
  const port = await findFreePort()
  product = await startLocalProduct({
    port,
    root: process.cwd(),
    directory: join(folder, 'data'),
    template,
    passing: true,
  })
}, 240_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const statusOf = async (path: string, options?: RequestInit) => (await fetch(product.site + path, options)).status
const denied = (action: string) => denials.filter((line) => line.includes('access denied') && line.includes(action))

test('a route that the template has lost is not found, though its function stands there', async () => {
  expect(await statusOf('/api/notifications')).toBe(404)
})

test('a function that has lost a grant is refused by name of the action, and its caller reads an error', async () => {
  const options = { method: 'POST', body: '{}', headers: { 'stripe-signature': 't=1,v1=00' } }

  expect(await statusOf('/api/stripe/webhook', options)).toBe(500)
  expect(denied('secretsmanager:GetSecretValue')[0]).toContain('stripewebhook')
})

test('a trigger that Cognito may no longer call stops whoever registers', async () => {
  const client = new CognitoIdentityProviderClient({
    endpoint: buildLocalAddresses(Number(new URL(product.site).port)).sdk('cognito'),
    region: 'eu-west-1',
    credentials: { accessKeyId: 'any', secretAccessKey: 'body' },
  })
  const command = new SignUpCommand({ ClientId: clientId, Username: 'ana@correo.example', Password: 'Intestino-2026' })

  await expect(client.send(command)).rejects.toThrow('PreSignUp')
  expect(denied('lambda:InvokeFunction').some((line) => line.includes('presignup'))).toBe(true)
})

test('CloudFront reads nothing of a bucket whose policy no longer names it', async () => {
  expect(await statusOf('/')).toBe(403)
  expect(denied('s3:GetObject').length).toBeGreaterThan(0)
})

test('a schedule whose role may start nothing runs nothing', () => {
  expect(denied('lambda:InvokeFunction').some((line) => line.includes('checkinvariants'))).toBe(true)
})
