import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { createLambdaHandler as serveScans } from '../../../functions/files/receive-scan-result.handler.ts'
import { createLambdaHandler as serveMails } from '../../../functions/mail/send-queued.handler.ts'
import type * as logging from '#platform/log'
import { createLambdaHandler as serveSecurity } from '../../../functions/security/handler.ts'
import { readLogged } from '../../support/logged.ts'
import { createTestPractice, TEST_ORIGIN_SECRET } from '../../support/practice.ts'

type Serving = (open: () => unknown) => (event: unknown, context?: unknown) => Promise<unknown>

let info: MockInstance
let error: MockInstance
beforeEach(() => {
  info = vi.spyOn(console, 'info').mockReturnValue()
  error = vi.spyOn(console, 'error').mockReturnValue()
})

const context = { awsRequestId: 'invocation-1', functionName: 'security', memoryLimitInMB: '1024' }

const aCall = (check: string, secret = TEST_ORIGIN_SECRET) => ({
  routeKey: 'GET /{check}',
  headers: { 'x-origin-secret': secret },
  pathParameters: { check },
  requestContext: { requestId: 'request-1', http: { sourceIp: '192.0.2.1' } },
})

const openNothing = () => {
  throw new Error('the table is gone')
}

describe('a call of the API is one line', () => {
  test('with its level, its outcome and the id that API Gateway gave it', async () => {
    const practice = await createTestPractice()
    const serve = (serveSecurity as Serving)(() => practice)

    await serve(aCall('health'), context)
    await serve(aCall('never'), context)
    await (serveSecurity as Serving)(openNothing)(aCall('health'), context)

    const call = { routeKey: 'GET /{check}', correlation_id: 'request-1', function_request_id: 'invocation-1' }
    expect(readLogged(info)).toMatchObject([
      { ...call, level: 'INFO', message: 'answered', status: 200 },
      { ...call, level: 'INFO', message: 'refused', refused: 'not-found' },
    ])
    expect(readLogged(error)).toMatchObject([
      { ...call, level: 'ERROR', message: 'failed', fault: expect.stringContaining('the table is gone') as string },
    ])
  })
})

const onFire = { get: () => ({ go: () => Promise.reject(new Error('no table')) }) }

describe('what a function logs of an event', () => {
  test('names the message that it began with', async () => {
    const Records = [{ messageId: 'message-1', body: JSON.stringify({ mailId: 'mai_1' }) }]

    await (serveMails as Serving)(() => ({ data: { mails: onFire } }))({ Records }, context)

    expect(readLogged(error)).toMatchObject([{ level: 'ERROR', correlation_id: 'message-1', mailId: 'mai_1' }])
  })

  test('names the event, and nothing of the one before', async () => {
    const { log } = await import('#platform/log')
    const practice = await createTestPractice()
    const detail = {
      s3ObjectDetails: { objectKey: 'receipts/1', versionId: '1' },
      scanResultDetails: { scanResultStatus: 'NO_THREATS_FOUND' },
    }

    await (serveScans as Serving)(() => practice)({ id: 'event-1', detail }, context)
    log.info('a line')
    await (serveScans as Serving)(() => practice)({ detail }, { ...context, awsRequestId: 'invocation-2' })
    log.info('a line')

    expect(readLogged(info)).toMatchObject([{ correlation_id: 'event-1' }, { correlation_id: 'invocation-2' }])
  })
})

test('the lines of an environment’s first call say that it started cold, the next ones that it did not', async () => {
  vi.stubEnv('AWS_LAMBDA_INITIALIZATION_TYPE', 'on-demand')
  // A fresh module, as in a new environment.
  const path = '../../../functions/platform/log.ts?cold'
  const { log, startInvocationLog } = (await import(path)) as typeof logging

  startInvocationLog(undefined, context)
  log.info('first')
  log.info('first')
  startInvocationLog(undefined, context)
  log.info('second')

  expect(readLogged(info).map(({ cold_start: isCold }) => isCold)).toEqual([true, true, false])
  vi.unstubAllEnvs()
})
