import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type LocalProduct, startLocalProduct } from '../../../bin/local/product.ts'
import { findFreePort } from '../../support/free-port.ts'
import { setProductSite } from '../../support/product-site.ts'
import { copyTemplate, getSynthesisedTemplate } from '../../support/synthesised-template.ts'
import { smallestJourneys } from './smallest-journeys.ts'

interface Resource {
  readonly Type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- CloudFormation's own shape, different for every type
  readonly Properties: any
}
type Resources = Record<string, Resource>

interface Statement {
  readonly Action?: readonly string[]
  readonly NotResource?: readonly unknown[]
}

const folder = mkdtempSync(join(tmpdir(), 'habitat-damaged-'))
const denials: string[] = []
let product: LocalProduct

const readTemplates = (assembly: string) =>
  readdirSync(assembly)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => {
      const template = JSON.parse(readFileSync(join(assembly, file), 'utf8')) as { readonly Resources: Resources }
      return { file: join(assembly, file), template }
    })

const mentions = (value: unknown, words: string): boolean => JSON.stringify(value).includes(words)

/** What each test is about, and nothing else: a grant, an exception, a route, a permission of a trigger and of schedules. */
function damage(resources: Resources): void {
  const entries = Object.entries(resources)
  const remove = (type: string, words: string) => {
    for (const [id, { Type, Properties }] of entries)
      if (Type === type && mentions(Properties, words)) delete resources[id]
  }
  /** Of each statement that has this element the values with these words; statements that are left without one. */
  const removeFrom = (type: string, id: string, element: 'Action' | 'NotResource', words: string) => {
    for (const [name, { Type, Properties }] of entries) {
      if (Type !== type || !name.includes(id)) continue
      const { PolicyDocument } = Properties
      for (const statement of PolicyDocument.Statement)
        if (statement[element])
          statement[element] = [statement[element]].flat().filter((each) => !mentions(each, words))
      PolicyDocument.Statement = PolicyDocument.Statement.filter((each: Statement) => each[element]?.length !== 0)
    }
  }

  removeFrom('AWS::IAM::Policy', 'Apifiles', 'Action', 's3:PutObject')
  removeFrom('AWS::S3::BucketPolicy', 'FilesBucket', 'NotResource', '/receipt/')
  remove('AWS::ApiGatewayV2::Route', '"GET /supplements/mine"')
  remove('AWS::Lambda::Permission', 'postconfirmation')
  removeFrom('AWS::IAM::Policy', 'roleofclock', 'Action', 'lambda:InvokeFunction')
}

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void denials.push(words.map(String).join(' ')))
  const template = copyTemplate(await getSynthesisedTemplate(), join(folder, 'template'))
  for (const { file, template: read } of readTemplates(template)) {
    damage(read.Resources)
    writeFileSync(file, JSON.stringify(read))
  }
  const port = await findFreePort()
  product = await startLocalProduct({
    port,
    root: process.cwd(),
    directory: join(folder, 'data'),
    template,
    passing: true,
  })
  setProductSite(product.site, { isShared: false })
}, 240_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

const denied = (action: string) => denials.filter((line) => line.includes('access denied') && line.includes(action))

test('a function that has lost one grant: an upload is refused by the bucket, which names the action', async () => {
  await expect(smallestJourneys.upload()).rejects.toThrow(/403.*AccessDenied/s)

  expect(denied('s3:PutObject')[0]).toContain('files')
})

test('a bucket whose policy has lost one exception: a receipt cannot be read, and the action is named', async () => {
  await expect(smallestJourneys.downloadReceipt()).rejects.toThrow('GET /payments/{paymentId}/receipt: 500')

  expect(denied('s3:GetObject')[0]).toContain('/receipt/')
})

test('a route that is gone: a client cannot read the protocol, though its function stands there', async () => {
  await expect(smallestJourneys.readProtocol()).rejects.toThrow('GET /supplements/mine: 404')
})

test('a trigger that Cognito may no longer call: nobody who registers gets in, and the action is named', async () => {
  await expect(smallestJourneys.register()).rejects.toThrow(/^POST \/account\/.*: 50\d/)

  expect(denied('lambda:InvokeFunction').some((line) => line.includes('postconfirmation'))).toBe(true)
})

test('schedules that may start nothing: a buyer is not reminded, and the action is named', async () => {
  await expect(smallestJourneys.buyAndBeReminded()).rejects.toThrow('undefined')

  expect(denied('lambda:InvokeFunction').some((line) => line.includes('followupsignups'))).toBe(true)
})
