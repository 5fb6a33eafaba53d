import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { refuseOtherAccount } from '../../../bin/deploy/checks/credentials.ts'
import { runCommand } from '../../../bin/deploy/commands.ts'
import type { Tools } from '../../../bin/deploy/tools.ts'
import { deploymentStages } from '../../../lib/stages.ts'
import { configuredStage, createCheckContext, createTestClients } from './context.ts'

const sts = mockClient(STSClient)
const cloudFormation = mockClient(CloudFormationClient)

beforeEach(() => {
  cloudFormation.reset()
  sts.reset()
  sts.on(GetCallerIdentityCommand).resolves({ Account: '111', Arn: 'arn:aws:sts::111:assumed-role/Deploy/ana' })
})

const refuse = (account?: string) => {
  const deployment = createCheckContext({ stage: { ...configuredStage, ...(account && { account }) } })
  return refuseOtherAccount(deployment, deployment.clients.sts)
}

describe('credentials of another account than the one that the stage names', () => {
  test('are refused with both numbers', async () => {
    await expect(refuse('222')).rejects.toThrow(
      'prod es de la cuenta 222 (lib/stages.ts) y estas credenciales son de la 111: cambia de perfil y repite.',
    )
  })

  test('are not those of its own account, nor any where it names none', async () => {
    await expect(refuse('111')).resolves.toBeUndefined()
    await expect(refuse()).resolves.toBeUndefined()
  })

  test('are asked for by every command before it does anything', async () => {
    const stages: Record<string, object> = deploymentStages
    const { dev = {} } = stages
    onTestFinished(() => void (stages['dev'] = dev))
    stages['dev'] = { ...dev, account: '222' }
    const tools = { clients: createTestClients() } as unknown as Tools

    await expect(runCommand(['destroy', 'dev', '--yes'], () => tools)).rejects.toThrow('dev es de la cuenta 222')
    expect(cloudFormation.calls()).toEqual([])
  })
})
