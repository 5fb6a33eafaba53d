import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, expect, test } from 'vitest'
import { runCommand } from '../../bin/deploy/commands.ts'
import { createTools } from '../../bin/deploy/tools.ts'
import { createTestClients } from './deploy/context.ts'

const cloudFormation = mockClient(CloudFormationClient)
const lambda = mockClient(LambdaClient)
beforeEach(() => {
  cloudFormation.reset()
  lambda.reset()
})

interface Report {
  readonly requeued: number
  readonly tried: number
  readonly sent: number
  readonly refused: number
  readonly left: boolean
}

const report = (changes: Partial<Report> = {}): Report => ({
  requeued: 0,
  tried: 0,
  sent: 0,
  refused: 0,
  left: false,
  ...changes,
})

const summaryOf = (logicalId: string, type: string) => ({
  LogicalResourceId: logicalId,
  PhysicalResourceId: `${logicalId}-1`,
  ResourceType: type,
  ResourceStatus: 'UPDATE_COMPLETE' as const,
  LastUpdatedTimestamp: new Date(0),
})

/** The function is on the second page of the stack's resources. */
function deploy(): void {
  const others = Array.from({ length: 100 }, (_, index) => summaryOf(`Other${index}A616C1F3`, 'AWS::IAM::Role'))
  cloudFormation
    .on(ListStackResourcesCommand, { StackName: 'HabitatInterior-prod' })
    .resolves({ StackResourceSummaries: others, NextToken: 'second' })
    .on(ListStackResourcesCommand, { StackName: 'HabitatInterior-prod', NextToken: 'second' })
    .resolves({ StackResourceSummaries: [summaryOf('SchedulesmailretryunsentDFDD7650', 'AWS::Lambda::Function')] })
    .on(ListStackResourcesCommand, { StackName: 'HabitatInterior-dev' })
    .resolves({ StackResourceSummaries: [] })
}

const toPayload = (answer: object) => Buffer.from(JSON.stringify(answer)) as never

async function resend(words: readonly string[], reports: readonly Report[]) {
  deploy()
  const answered = reports.length > 0 ? lambda.on(InvokeCommand) : undefined
  for (const each of reports) answered?.resolvesOnce({ Payload: toPayload(each) })
  const said: string[] = []
  const openTools = (region: string) => ({
    ...createTools(region),
    clients: createTestClients(),
    say: (text: string) => void said.push(text),
  })
  const end = await runCommand(['resend-mails', ...words], openTools).then(
    () => '',
    (error: Error) => error.message,
  )
  const asked = lambda.commandCalls(InvokeCommand).map(({ args }) => args[0].input)
  return { said, end, asked }
}

test('all failed mails of a stage are sent again, run after run, until none is left', async () => {
  const first = report({ requeued: 40, tried: 30, sent: 30, left: true })

  const { said, end, asked } = await resend(['prod'], [first, report({ tried: 10, sent: 9 })])

  expect(end).toBe('')
  expect(said).toEqual([
    'Puestos en cola: 40. Enviados: 30. Rechazos: 0.',
    'Puestos en cola: 40. Enviados: 39. Rechazos: 0.',
    'No queda ninguno por enviar.',
  ])
  expect(asked).toHaveLength(2)
  expect(asked[0]?.FunctionName).toBe('SchedulesmailretryunsentDFDD7650-1')
  expect(Buffer.from(asked[0]?.Payload as Uint8Array).toString()).toBe('{"resend":"failed"}')
})

test('while SES takes nothing it says so, and ends', async () => {
  const stuck = report({ tried: 3, refused: 3, left: true })

  const { end, asked } = await resend(
    ['prod'],
    [report({ requeued: 5, tried: 3, refused: 3, left: true }), stuck, stuck],
  )

  expect(end).toContain('El servicio de correo no acepta más por ahora.')
  expect(asked).toHaveLength(3)
})

test.each([
  [2, 'ha rechazado 2, que se reintentarán solos'],
  [1, 'ha rechazado un correo, que se reintentará solo'],
])('%i mails that were refused, too few to end the run, are not said to have been sent', async (refused, words) => {
  const { said, end } = await resend(['prod'], [report({ requeued: 2, tried: 2, refused, sent: 2 - refused })])

  expect(said).toEqual([`Puestos en cola: 2. Enviados: ${2 - refused}. Rechazos: ${refused}.`])
  expect(end).toContain(words)
})

test.each([
  [['prod', '--help'], "Unknown option '--help'"],
  [['prod', 'failed'], 'Sobra «failed»'],
  [[], 'Indica el entorno: dev | prod'],
  [['prod; rm -rf /'], 'Indica el entorno'],
  [['dev'], 'dev tiene 0 AWS::Lambda::Function «mailretryunsent», no uno.'],
])('%j is refused in one sentence, and nothing is sent', async (words, said) => {
  const { end, asked } = await resend(words, [report()])

  expect(end).toContain(said)
  expect(asked).toEqual([])
})

test('a function that fails is named with what it says', async () => {
  lambda
    .on(InvokeCommand)
    .resolves({ FunctionError: 'Unhandled', Payload: toPayload({ errorMessage: 'the table is gone' }) })

  expect((await resend(['prod'], [])).end).toContain('the table is gone')
})
