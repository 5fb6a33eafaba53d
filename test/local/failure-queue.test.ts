import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../../bin/deploy/commands.ts'
import { createTools } from '../../bin/deploy/tools.ts'
import { createTestClients } from './deploy/context.ts'

const cloudFormation = mockClient(CloudFormationClient)
const asked: string[] = []
/** Answers by operation; without one, an empty answer. */
let answers: Record<string, () => Response>

const resource = (LogicalResourceId: string, ResourceType: string) => ({
  LogicalResourceId: `${LogicalResourceId}12345678`,
  PhysicalResourceId: LogicalResourceId,
  ResourceType,
  ResourceStatus: 'UPDATE_COMPLETE' as const,
  LastUpdatedTimestamp: new Date(0),
})
const refusal = (type: string) => () => Response.json({ __type: type, message: 'Rate exceeded' }, { status: 400 })

beforeEach(() => {
  cloudFormation.reset()
  asked.length = 0
  answers = {}
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: [
      resource('MailOutboxFailureQueue', 'AWS::SQS::Queue'),
      resource('MailOutboxQueue', 'AWS::SQS::Queue'),
      resource('ApipaymentsLog', 'AWS::Logs::LogGroup'),
    ],
  })
  vi.stubGlobal('fetch', async (_: URL, { headers }: { headers: Record<string, string> }) => {
    const operation = headers['x-amz-target']?.split('.')[1] ?? ''
    asked.push(operation)
    return answers[operation]?.() ?? Response.json({})
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const toAttributes = (more: object) =>
  Response.json({ Attributes: { QueueArn: 'arn:queue', ApproximateNumberOfMessages: '1234', ...more } })

/** @returns what it said, the error as last */
async function run(words: readonly string[], typed = ''): Promise<readonly string[]> {
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const prompt = (question: string) => Promise.resolve((say(question), typed))
  const openTools = (region: string) => ({ ...createTools(region), clients: createTestClients(), say, prompt })
  await runCommand(words, openTools).catch((error: Error) => say(error.message))
  return said
}

describe('`npm run failure-queue`', () => {
  const queue = ['failure-queue', 'prod', 'MailOutboxFailureQueue']
  beforeEach(() => void (answers['GetQueueAttributes'] = () => toAttributes({})))

  test('says how many there are, of which it shows ten', async () => {
    answers['ReceiveMessage'] = () => Response.json({ Messages: [{ Body: 'one' }, { Body: 'two' }] })

    expect(await run(queue)).toEqual(['one', 'two', '2 de unos 1234 de MailOutboxFailureQueue.'])
  })

  test('deletes nothing unless the name of the queue is typed', async () => {
    expect((await run([...queue, '--purge'], 'sí'))[0]).toContain('Escribe MailOutboxFailureQueue para borrar')
    expect(asked).toEqual(['GetQueueAttributes'])

    await run([...queue, '--purge'], 'MailOutboxFailureQueue')
    await run([...queue, '--purge', '--yes'])
    expect(asked.filter((operation) => operation === 'PurgeQueue')).toHaveLength(2)
  })

  test('leaves a queue of work under way alone', async () => {
    answers['GetQueueAttributes'] = () => toAttributes({ RedrivePolicy: '{"deadLetterTargetArn":"arn:other"}' })

    for (const option of ['--purge', '--redrive'])
      expect((await run(['failure-queue', 'prod', 'MailOutboxQueue', option, '--yes'])).at(-1)).toContain(
        'trabajo en marcha',
      )
    expect(new Set(asked)).toEqual(new Set(['GetQueueAttributes']))
  })

  test.each([['--redrive', '--purge', '--yes'], ['MailFeedbackFailureQueue']])(
    'does nothing with %s %s %s',
    async (...more) => {
      expect((await run([...queue, ...more])).at(-1)).toContain('no se ha hecho nada')
      expect(asked).toEqual([])
    },
  )
})

describe('`npm run logs`', () => {
  test('goes on after CloudWatch has refused a page for the rate of calls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pages = [
      () => Response.json({ events: [{ message: 'one' }], nextToken: 'second' }),
      refusal('ThrottlingException'),
      refusal('ThrottlingException'),
      () => Response.json({ events: [{ message: 'two' }] }),
    ]
    answers['FilterLogEvents'] = () => pages.shift()?.() ?? Response.error()

    const said = run(['logs', 'prod', 'payments'])
    await vi.waitFor(async () => {
      await vi.runAllTimersAsync()
      expect(pages).toEqual([])
    })

    expect(await said).toEqual(['one', 'two'])
  })

  test('ends with any other refusal', async () => {
    answers['FilterLogEvents'] = refusal('ResourceNotFoundException')

    expect(await run(['logs', 'prod', 'payments'])).toEqual([expect.stringContaining('ResourceNotFoundException')])
    expect(asked).toHaveLength(1)
  })
})
