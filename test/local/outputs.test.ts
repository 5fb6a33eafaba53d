import { spawnSync } from 'node:child_process'
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, test } from 'vitest'
import { runCommand } from '../../bin/deploy/commands.ts'
import { createTools } from '../../bin/deploy/tools.ts'
import { createTestClients, outputs } from './deploy/context.ts'

const cloudFormation = mockClient(CloudFormationClient)

async function printOutputs(...words: readonly string[]): Promise<string> {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }))
  const stack = {
    StackName: 'HabitatInterior-prod',
    CreationTime: new Date(0),
    StackStatus: 'UPDATE_COMPLETE',
  } as const
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [{ ...stack, Outputs }] })
  const said: string[] = []
  const say = (text: string) => void said.push(text)
  const openTools = (region: string) => ({ ...createTools(region), clients: createTestClients(), say })
  await runCommand(['outputs', 'prod', ...words], openTools)
  return said.join('\n')
}

/** Evaluates what is printed, then a call for a stage that does not exist. */
const evaluate = (printed: string) =>
  spawnSync(
    'bash',
    [
      '-c',
      `eval "$1"; echo "$TableName"; eval "$('${process.execPath}' bin/deploy.mjs outputs staging)" && echo goes on; echo "[$TableName$SiteUrl]"`,
      'bash',
      printed,
    ],
    { encoding: 'utf8' },
  )

test('a stage that cannot be asked for its names leaves a shell without those of the stage before, and with an error', async () => {
  const { stdout, stderr } = evaluate(await printOutputs())

  expect(stderr).toBe('Indica el entorno: dev | prod.\n')
  expect(stdout).toBe(`${outputs.TableName}\n[]\n`)
})

test('words that it does not know are refused', async () => {
  await expect(printOutputs('--help')).rejects.toThrow("Unknown option '--help'")
  await expect(printOutputs('TableName')).rejects.toThrow('Sobra «TableName»')
})
