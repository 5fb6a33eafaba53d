import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chooseDeployment } from '../../../bin/deploy/deployment.ts'
import { invokeFunction } from '../../../bin/operate/invoke-function.ts'
import { createTestClients } from './context.ts'

const cloudFormation = mockClient(CloudFormationClient)

async function serveLambda(answer: (count: number) => number | undefined) {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    const status = answer(calls)
    if (status === undefined) request.socket.destroy()
    else response.writeHead(status, { 'x-amzn-errortype': 'TooManyRequestsException' }).end('{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    server.close()
  })
  return { countCalls: () => calls }
}

function invoke(): Promise<string> {
  cloudFormation.on(ListStackResourcesCommand).resolves({
    StackResourceSummaries: [
      {
        LogicalResourceId: 'Schedulescustomersrecount12345678',
        PhysicalResourceId: 'recount',
        ResourceType: 'AWS::Lambda::Function',
        ResourceStatus: 'UPDATE_COMPLETE',
        LastUpdatedTimestamp: new Date(0),
      },
    ],
  })
  const tools = { clients: createTestClients() }
  return invokeFunction(chooseDeployment('prod'), tools, { name: 'customers/recount', event: '{}' })
}

test('a call whose connection is cut is not made a second time: the function may still be running, and that is said', async () => {
  const { countCalls } = await serveLambda(() => undefined)

  await expect(invoke()).rejects.toThrow(
    /^Sin respuesta .* la función puede seguir en marcha\. .*«npm run logs -- prod customers\/recount --level INFO»/,
  )
  expect(countCalls()).toBe(1)
})

test('a call that Lambda refuses says so, and not that something is running', async () => {
  await serveLambda(() => 429)

  await expect(invoke()).rejects.toMatchObject({ name: 'TooManyRequestsException' })
})
