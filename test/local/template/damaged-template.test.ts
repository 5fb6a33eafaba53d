import { afterAll, beforeAll, expect, test } from 'vitest'
import { listMailsToBuyerOfYesterday, smallestJourneys } from './smallest-journeys.ts'
import { startDamagedProduct } from './start-damaged-product.ts'

let product: Awaited<ReturnType<typeof startDamagedProduct>>

beforeAll(async () => {
  product = await startDamagedProduct(({ remove, removeFromStatements, forwardApart }) => {
    removeFromStatements('AWS::IAM::Policy', 'Apifiles', 'Action', 's3:PutObject')
    removeFromStatements('AWS::S3::BucketPolicy', 'FilesBucket', 'NotResource', '/receipt/')
    remove('AWS::ApiGatewayV2::Route', '"GET /supplements/mine"')
    remove('AWS::Lambda::Permission', 'postconfirmation')
    removeFromStatements('AWS::IAM::Policy', 'roleofclock', 'Action', 'lambda:InvokeFunction')
    forwardApart('/api/consultations/mine')
    forwardApart('/api/customers', {
      HeadersConfig: { HeaderBehavior: 'allExcept', Headers: ['host'] },
      CookiesConfig: { CookieBehavior: 'none' },
      QueryStringsConfig: { QueryStringBehavior: 'whitelist', QueryStrings: ['limit'] },
    })
  })
}, 240_000)

afterAll(async () => product.close())

test('a function that has lost one grant: an upload is refused by the bucket, which names the action', async () => {
  await expect(smallestJourneys.upload()).rejects.toThrow(/403.*AccessDenied/s)

  expect(product.denied('s3:PutObject')[0]).toContain('files')
})

test('a bucket whose policy has lost one exception: a receipt cannot be read, and the action is named', async () => {
  await expect(smallestJourneys.downloadReceipt()).rejects.toThrow('GET /payments/{paymentId}/receipt: 500')

  expect(product.denied('s3:GetObject')[0]).toContain('/receipt/')
})

test('a route that is gone: a client cannot read the protocol, though its function stands there', async () => {
  await expect(smallestJourneys.readProtocol()).rejects.toThrow('GET /supplements/mine: 404')
})

test('a behaviour without an origin request policy: whoever has signed in is a stranger to the API', async () => {
  await expect(smallestJourneys.readConsultations()).rejects.toThrow('GET /consultations/mine: 401')
})

test('a policy that forgets a query string: a list cannot be turned, because its cursor does not arrive', async () => {
  await expect(smallestJourneys.turnPage()).rejects.toThrow('the second page is the first')
})

test('a trigger that Cognito may no longer call: nobody who registers gets in, and the action is named', async () => {
  await expect(smallestJourneys.register()).rejects.toThrow(/^POST \/account\/.*: 50\d/)

  expect(product.denied('lambda:InvokeFunction').some((line) => line.includes('postconfirmation'))).toBe(true)
})

test('schedules that may start nothing: a buyer is not reminded, and the action is named', async () => {
  const subjects = await listMailsToBuyerOfYesterday()

  expect(subjects.filter((subject) => subject.startsWith('Tu pago te espera'))).toEqual([])
  expect(product.denied('lambda:InvokeFunction').some((line) => line.includes('followupsignups'))).toBe(true)
})
