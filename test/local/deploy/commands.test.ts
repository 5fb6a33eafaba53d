import { readFileSync } from 'node:fs'
import {
  CloudFormationClient,
  DeleteStackCommand,
  ListStackResourcesCommand,
  DescribeStacksCommand,
  type ResourceStatus,
  type StackStatus,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts'
import { mockClient } from 'aws-sdk-client-mock'
import { beforeEach, describe, expect, test } from 'vitest'
import { checkAlarmAddress } from '../../../bin/deploy/checks/alarms.ts'
import { checkRestoredTable } from '../../../bin/deploy/checks/restored-table.ts'
import { checkUserPool } from '../../../bin/deploy/checks/user-pool.ts'
import { chooseDeployment } from '../../../bin/deploy/deployment.ts'
import { deployStage } from '../../../bin/deploy/deploy-stage.ts'
import { destroyStage } from '../../../bin/deploy/destroy-stage.ts'
import { runChecks } from '../../../bin/deploy/run-checks.ts'
import { showStackDiff } from '../../../bin/deploy/show-stack-diff.ts'
import type { Tools } from '../../../bin/deploy/tools.ts'
import { blocked, due, formatVerdicts, ready } from '../../../bin/deploy/verdict.ts'
import { configuredStage, createCheckContext, createTestClients, outputs, silentDns } from './context.ts'

const cloudFormation = mockClient(CloudFormationClient)
const sts = mockClient(STSClient)
beforeEach(() => {
  cloudFormation.reset()
  sts.reset()
})

const webAcl = 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/site/1'

const stackIn = (StackStatus: StackStatus, StackName = 'HabitatInterior-prod') => ({
  Stacks: [
    {
      StackId: 'arn:stack',
      StackName,
      CreationTime: new Date(0),
      StackStatus,
      Outputs: Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue })),
    },
    {
      StackId: 'arn:edge',
      StackName: `${StackName}-edge`,
      CreationTime: new Date(0),
      StackStatus,
      Outputs: [{ OutputKey: 'SiteWebAclArn', OutputValue: webAcl }],
    },
  ],
})

const prod = { stageName: 'prod', stackName: 'HabitatInterior-prod', stage: configuredStage }
const dev = chooseDeployment('dev')

function createNotedTools(typed = '') {
  let folders = 0
  const done: string[] = []
  const said: string[] = []
  const tools: Tools = {
    clients: createTestClients(),
    createTableClient: () => new DynamoDBClient({ region: 'eu-west-1' }),
    dns: silentDns,
    fetch: () => Promise.reject(new Error('nobody is asked')),
    fetchAt: () => Promise.reject(new Error('nobody is asked')),
    say: (text) => void said.push(text),
    prompt: async (question) => {
      done.push(`ask ${question}`)
      return typed
    },
    createFolder: () => `dist/deployment-${(folders += 1)}`,
    buildSite: ({ stageName }, folder) => {
      done.push(`build ${stageName}`)
      return `${folder}/site`
    },
    cdk: ([command = '', ...words]) => void done.push(`cdk ${command} ${words.join(' ')}`),
  }
  return { done, said, tools }
}

const fine = { name: 'todo', ...ready('Bien.') }
const parts = (checked = fine as { name: string } & ReturnType<typeof ready>, answered = fine) => ({
  check: async () => ({ accountId: '111', verdicts: [checked] }),
  smoke: async () => [answered],
})

describe('`npm run deploy`', () => {
  beforeEach(() => void cloudFormation.on(DescribeStacksCommand).resolves(stackIn('UPDATE_COMPLETE')))

  test('builds, shows what it would change, asks, and deploys what it has shown', async () => {
    const { done, said, tools } = createNotedTools('sí')

    await deployStage(prod, { yes: false }, tools, parts())

    expect(done).toEqual([
      'build prod',
      'cdk synth HabitatInterior-prod-edge HabitatInterior-prod --quiet --output dist/deployment-1/cdk.out --context siteFolder=dist/deployment-1/site',
      `cdk diff HabitatInterior-prod-edge HabitatInterior-prod --parameters HabitatInterior-prod:SiteWebAclArn=${webAcl} --app dist/deployment-1/cdk.out`,
      'ask ¿Desplegar prod en la cuenta 111? (sí/no) ',
      'cdk deploy HabitatInterior-prod-edge --app dist/deployment-1/cdk.out --require-approval never',
      `cdk deploy HabitatInterior-prod --parameters HabitatInterior-prod:SiteWebAclArn=${webAcl} --app dist/deployment-1/cdk.out --require-approval never`,
    ])
    expect(said.join('\n')).toContain('https://www.habitat.es')
  })

  test('asks the differences of a first deployment without what only us-east-1 could name', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] })
    const { done, tools } = createNotedTools('no')

    await expect(deployStage(prod, { yes: false }, tools, parts())).rejects.toThrow('No se ha desplegado nada')

    expect(done[2]).toBe('cdk diff HabitatInterior-prod-edge HabitatInterior-prod --app dist/deployment-1/cdk.out')
  })

  test('deploys what it has shown, whatever else is built before the answer', async () => {
    const { done, tools } = createNotedTools()
    const prompt = async () => {
      showStackDiff(dev, [], tools)
      return 'sí'
    }

    await deployStage(prod, { yes: false }, { ...tools, prompt }, parts())

    const folders = done.map((each) => /dist\/deployment-\d/.exec(each)?.[0])
    expect(folders.slice(1)).toEqual([1, 1, undefined, 2, 1, 1].map((run) => run && `dist/deployment-${run}`))
  })

  test.each(['no', ''])('deploys nothing when the answer is %j', async (typed) => {
    const { done, tools } = createNotedTools(typed)

    await expect(deployStage(prod, { yes: false }, tools, parts())).rejects.toThrow('No se ha desplegado nada')
    expect(done.filter((each) => each.startsWith('cdk deploy'))).toEqual([])
  })

  test('deploys nothing in us-east-1 for a stage without web ACLs, and hands nothing over', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves(stackIn('UPDATE_COMPLETE', dev.stackName))
    const { done, tools } = createNotedTools()

    await deployStage(dev, { yes: true }, tools, parts())

    expect(done.slice(1)).toEqual([
      'cdk synth HabitatInterior-dev --quiet --output dist/deployment-1/cdk.out --context siteFolder=dist/deployment-1/site',
      'cdk diff HabitatInterior-dev --app dist/deployment-1/cdk.out',
      'cdk deploy HabitatInterior-dev --app dist/deployment-1/cdk.out --require-approval never',
    ])
  })

  test('stops before the stage when us-east-1 names no web ACL for it', async () => {
    const silent = stackIn('UPDATE_COMPLETE').Stacks.map((stack) => ({ ...stack, Outputs: [] }))
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: silent })
    const { done, tools } = createNotedTools()

    await expect(deployStage(prod, { yes: true }, tools, parts())).rejects.toThrow('SiteWebAclArn')

    expect(done.at(-1)).toMatch(/^cdk deploy HabitatInterior-prod-edge /)
  })

  test('does not ask with --yes', async () => {
    const { done, tools } = createNotedTools()

    await deployStage(prod, { yes: true }, tools, parts())

    expect(done.at(-1)).toMatch(/^cdk deploy /)
    expect(done.filter((each) => each.startsWith('ask'))).toEqual([])
  })

  test('begins nothing when a check says that it would fail', async () => {
    const { done, said, tools } = createNotedTools('sí')

    const deployed = deployStage(prod, { yes: false }, tools, parts({ name: 'CDK', ...blocked('Falta preparar.') }))

    await expect(deployed).rejects.toThrow('✗')
    expect(done).toEqual([])
    expect(said.join('\n')).toContain('✗ CDK  Falta preparar.')
  })

  test('says what is left to do, and goes on', async () => {
    const { said, tools } = createNotedTools()

    await deployStage(prod, { yes: true }, tools, parts({ name: 'DMARC', ...due('Crea el TXT.') }))

    expect(said.at(-1)).toContain('Queda por hacer:\n  · DMARC  Crea el TXT.')
  })

  test('ends badly when the deployed stage does not answer as it should', async () => {
    const { tools } = createNotedTools()

    const deployed = deployStage(prod, { yes: true }, tools, parts(fine, { name: 'salud', ...blocked('503') }))

    await expect(deployed).rejects.toThrow('no responde como debe')
  })

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'] as const)(
    'can be repeated after a first creation that ended in %s, which termination protection would keep',
    async (status) => {
      cloudFormation.on(DescribeStacksCommand).resolves(stackIn(status))
      const { done, tools } = createNotedTools()

      await deployStage(prod, { yes: true }, tools, parts())

      const [released] = cloudFormation.commandCalls(UpdateTerminationProtectionCommand)
      expect(released?.args[0].input).toEqual({ StackName: prod.stackName, EnableTerminationProtection: false })
      expect(done.at(-1)).toMatch(/^cdk deploy /)
    },
  )

  test('leaves the protection of every other stack alone', async () => {
    await deployStage(prod, { yes: true }, createNotedTools().tools, parts())

    expect(cloudFormation.commandCalls(UpdateTerminationProtectionCommand)).toEqual([])
  })
})

describe('the checks before a deployment', () => {
  const { fetch, fetchAt } = createCheckContext()
  const context = { ...prod, clients: createTestClients(), dns: silentDns, fetch, fetchAt }

  test('are one without credentials', async () => {
    sts.on(GetCallerIdentityCommand).rejects(Object.assign(new Error('no'), { name: 'CredentialsProviderError' }))

    expect((await runChecks(context)).verdicts.map(({ name, state }) => [name, state])).toEqual([
      ['credenciales', 'blocked'],
    ])
  })

  test('go on where one cannot be made, and say which and why', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111', Arn: 'arn:aws:sts::111:assumed-role/Deploy/ana' })
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] })
    const denied = Object.assign(new Error('not authorized'), { name: 'AccessDeniedException' })

    const { verdicts } = await runChecks(context, {
      uno: () => Promise.reject(denied),
      dos: async ({ deployed }) => ready(deployed?.status ?? 'ninguna'),
    })

    expect(formatVerdicts(verdicts).split('\n').slice(1)).toEqual([
      '  · uno           No se ha podido comprobar (AccessDeniedException): not authorized',
      '  ✓ dos           ninguna',
    ])
  })

  test('stop a deployment where what the stage goes on with could not be asked', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111', Arn: 'arn:aws:sts::111:assumed-role/Deploy/ana' })
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves(stackIn('UPDATE_COMPLETE'))
      .on(ListStackResourcesCommand)
      .rejects(Object.assign(new Error('not authorized'), { name: 'AccessDenied' }))

    const { verdicts } = await runChecks(context, {
      tabla: checkRestoredTable,
      usuarios: checkUserPool,
      alarmas: checkAlarmAddress,
    })

    expect(verdicts.slice(1).map(({ name, state }) => [name, state])).toEqual([
      ['tabla', 'blocked'],
      ['usuarios', 'blocked'],
      ['alarmas', 'due'],
    ])
    expect(cloudFormation.commandCalls(ListStackResourcesCommand)).toHaveLength(1)
  })

  test('are all asked for an account that has nothing yet, each with one sentence', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '111', Arn: 'arn:aws:sts::111:assumed-role/Deploy/ana' })
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] })
    const unreachable = { ...dev, ...context, stage: dev.stage }

    const { verdicts } = await runChecks({ ...unreachable, clients: failingClients() })

    expect(verdicts.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'CDK (bootstrap)',
        'simultaneidad (Lambda)',
        'SPF',
        'DMARC',
        'Stripe',
        'Google',
        'alarmas',
      ]),
    )
    for (const { sentence } of verdicts) expect(sentence).not.toContain('\n')
  })
})

const refuse = () => Promise.reject(Object.assign(new Error('refused'), { name: 'AccessDeniedException' }))

function failingClients() {
  const { cloudFormation: mocked, sts: asked, ...clients } = createTestClients()
  for (const client of [...Object.values(clients), clients.edge.ssm]) Object.assign(client, { send: refuse })
  return { ...clients, cloudFormation: mocked, sts: asked }
}

const listDeletedStacks = () =>
  cloudFormation.commandCalls(DeleteStackCommand).map(({ args }) => args[0].input.StackName)
/** Types and statuses of resources, which are called `one`, `two`. */
const resourcesOf = (...resources: readonly (readonly [string, ResourceStatus])[]) => ({
  StackResourceSummaries: resources.map(([ResourceType, ResourceStatus], index) => ({
    LogicalResourceId: 'A',
    ResourceType,
    PhysicalResourceId: ['one', 'two'][index],
    ResourceStatus,
    ResourceStatusReason: 'because',
    LastUpdatedTimestamp: new Date(0),
  })),
})
const edgeStackIn = (status: StackStatus) => ({ Stacks: stackIn(status, dev.stackName).Stacks.slice(1) })

describe('`npm run destroy`', () => {
  test('refuses production, before it asks AWS anything', async () => {
    const { tools } = createNotedTools('prod')

    await expect(destroyStage(prod, { yes: true }, tools)).rejects.toThrow('prod no se borra')
    expect(cloudFormation.calls()).toEqual([])
  })

  test('deletes nothing unless the name of the stage is typed', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves(stackIn('CREATE_COMPLETE', dev.stackName))

    await expect(destroyStage(dev, { yes: false }, createNotedTools('sí').tools)).rejects.toThrow(
      'No se ha borrado nada',
    )
    expect(cloudFormation.commandCalls(DeleteStackCommand)).toEqual([])
  })

  test('names what is kept, also where the deletion of what filters the visitors fails afterwards', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves(stackIn('DELETE_COMPLETE', dev.stackName))
      .on(DeleteStackCommand, { StackName: 'arn:edge' })
      .rejectsOnce(new Error('in use'))
      .on(ListStackResourcesCommand)
      .resolves(resourcesOf(['AWS::S3::Bucket', 'DELETE_SKIPPED'], ['AWS::Lambda::Function', 'DELETE_COMPLETE']))
    const { said, tools } = createNotedTools('dev')

    await expect(destroyStage(dev, { yes: false }, tools)).rejects.toThrow('in use')
    expect(said.at(-2)).toMatch(/Se conserva lo que guarda datos y lo que lo protege:\n {2}AWS::S3::Bucket +one$/)

    await destroyStage(dev, { yes: false }, tools)
    expect(listDeletedStacks()).toEqual(['arn:stack', 'arn:edge', 'arn:stack', 'arn:edge'])
    expect(said.at(-1)).toBe('HabitatInterior-dev-edge está borrado.')
  })

  test('names the resource that could not be deleted, and why', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves(stackIn('DELETE_FAILED', dev.stackName))
      .on(ListStackResourcesCommand)
      .resolves(resourcesOf(['AWS::S3::Bucket', 'DELETE_SKIPPED'], ['AWS::Lambda::Function', 'DELETE_FAILED']))

    const destroyed = destroyStage(dev, { yes: false }, createNotedTools('dev').tools)

    await expect(destroyed).rejects.toThrow(
      /^arn:stack no se ha podido borrar del todo:\n {2}AWS::Lambda::Function +two\n {4}because$/,
    )
  })

  test('goes on where it failed before: of a stage whose main stack is gone it deletes what filters its visitors', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .resolves(edgeStackIn('DELETE_FAILED'))
      .on(DescribeStacksCommand, { StackName: 'arn:edge' })
      .resolves(edgeStackIn('DELETE_COMPLETE'))
    const { done, said, tools } = createNotedTools('dev')

    await destroyStage(dev, { yes: false }, tools)

    expect(done).toEqual(['ask Escribe dev para borrar arn:edge: '])
    expect(listDeletedStacks()).toEqual(['arn:edge'])
    const clients = cloudFormation
      .commandCalls(DeleteStackCommand)
      .map(({ thisValue }) => thisValue as CloudFormationClient)
    expect(await Promise.all(clients.map(({ config }) => config.region()))).toEqual(['us-east-1'])
    expect(said.at(-1)).toBe('HabitatInterior-dev-edge está borrado; HabitatInterior-dev ya no existía.')
  })

  test('asks before it deletes that, too', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves(edgeStackIn('CREATE_COMPLETE'))

    await expect(destroyStage(dev, { yes: false }, createNotedTools('sí').tools)).rejects.toThrow(
      'No se ha borrado nada',
    )
    expect(listDeletedStacks()).toEqual([])
  })

  test('has nothing to do where neither of the two stacks is left', async () => {
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [] })
    const { done, said, tools } = createNotedTools()

    await destroyStage(dev, { yes: false }, tools)

    expect(done).toEqual([])
    expect(listDeletedStacks()).toEqual([])
    expect(said).toEqual(['HabitatInterior-dev no existe.'])
  })
})

test('`npm run diff` compares templates and needs neither real values nor a role that may deploy', () => {
  const { done, tools } = createNotedTools()

  showStackDiff(prod, ['--no-color'], tools)

  expect(done).toEqual([
    'build prod',
    'cdk diff HabitatInterior-prod-edge HabitatInterior-prod --method template --context synthOnly=true --context siteFolder=dist/deployment-1/site --output dist/deployment-1/cdk.out --no-color',
  ])
})

test('a command without a stage, or with one that is none, says which there are', () => {
  expect(() => chooseDeployment(undefined)).toThrow('Indica el entorno: dev | prod.')
  expect(() => chooseDeployment('staging')).toThrow('dev | prod')
})

test('a run that waits for the approval of production hinders no later one before that', () => {
  const [beforeJobs = '', jobs = ''] = readFileSync('.github/workflows/deploy.yml', 'utf8').split(/^jobs:$/m)

  expect(beforeJobs).not.toContain('concurrency:')
  expect([...jobs.matchAll(/ {6}group: (\S+)\n {6}cancel-in-progress: false/g)].map(([, group]) => group)).toEqual([
    'deploy-dev',
    'deploy-prod',
  ])
})

test('the workflows use the commands that people use', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const [deploy, diff] = ['deploy-stage', 'diff'].map((name) => readFileSync(`.github/workflows/${name}.yml`, 'utf8'))

  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(['deploy', 'diff', 'destroy', 'admin']))
  expect(deploy).toContain('npm run deploy -- "$STAGE" --yes')
  expect(diff).toContain('npm run diff -- "$STAGE" --no-color')
})
