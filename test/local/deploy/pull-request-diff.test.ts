import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, NestedStack, Stack } from 'aws-cdk-lib'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseDeployment, listStackNames } from '../../../bin/deploy/deployment.ts'
import { showStackDiff } from '../../../bin/deploy/show-stack-diff.ts'
import { authorize } from '../../../bin/local/iam/authorize.ts'
import { parsePolicyDocument } from '../../../bin/local/iam/policy-document.ts'

const ACCOUNT = '111122223333'
const prod = chooseDeployment('prod')
const [edgeName = '', stackName = ''] = listStackNames(prod)
const NESTED_NAME = `${stackName}-Routes-1ABC`

/** The policy of the role, as the guide has people write it. */
const [, document = ''] = /A role for `diff`[^]*?```json\n([^]*?)```/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? []

function mayRole(action: string, resource: string): boolean {
  const policy = parsePolicyDocument(JSON.parse(document.replaceAll('<account>', ACCOUNT)), 'identity', 'diff')
  const principal = { type: 'role', arn: `arn:aws:iam::${ACCOUNT}:role/diff` } as const
  return authorize({ principal, action, resource }, [policy]).decision === 'allowed'
}

const toStackArn = (name: string, region: string = prod.stage.region): string =>
  `arn:aws:cloudformation:${region}:${ACCOUNT}:stack/${name}/00000000`

/** Templates that are deployed; that of us-east-1 is not yet. */
const deployed: Readonly<Record<string, object>> = {
  [stackName]: { Resources: {} },
  [NESTED_NAME]: { Resources: { Gone: { Type: 'AWS::SNS::Topic' } } },
}

const describeNested = (id: string) =>
  `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${toStackArn(NESTED_NAME)}</PhysicalResourceId>` +
  '<ResourceType>AWS::CloudFormation::Stack</ResourceType><ResourceStatus>UPDATE_COMPLETE</ResourceStatus></member>'

/** What CloudFormation and STS answer, in their XML. */
function answer(action: string, name: string, nestedId: string): string | undefined {
  if (action === 'GetCallerIdentity')
    return `<Account>${ACCOUNT}</Account><Arn>arn:aws:sts::${ACCOUNT}:assumed-role/diff/1</Arn><UserId>1</UserId>`
  if (!deployed[name]) return undefined
  if (action === 'DescribeStacks')
    return `<Stacks><member><StackName>${name}</StackName><StackStatus>UPDATE_COMPLETE</StackStatus><CreationTime>2026-11-23T09:00:00Z</CreationTime></member></Stacks>`
  if (action === 'GetTemplate') return `<TemplateBody>${JSON.stringify(deployed[name])}</TemplateBody>`
  return `<StackResourceSummaries>${describeNested(nestedId)}</StackResourceSummaries>`
}

interface Asked {
  readonly action: string
  readonly allowed: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'habitat-diff-'))
const asked: Asked[] = []
let nestedId = ''

const server = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.once('end', () => {
    const { Action: action = '', StackName: name = '', RoleArn } = Object.fromEntries(new URLSearchParams(body))
    const region = /Credential=[^/]+\/\d+\/([\w-]+)\//.exec(request.headers.authorization ?? '')?.[1]
    const allowed =
      action === 'GetCallerIdentity' ||
      (RoleArn ? mayRole('sts:AssumeRole', RoleArn) : mayRole(`cloudformation:${action}`, toStackArn(name, region)))
    asked.push({ action, allowed })
    const result = answer(action, name, nestedId)
    const error = allowed
      ? `<Code>ValidationError</Code><Message>Stack with id ${name} does not exist</Message>`
      : '<Code>AccessDenied</Code><Message>not authorized</Message>'
    const isFine = allowed && result !== undefined
    response.writeHead(isFine ? 200 : allowed ? 400 : 403, { 'content-type': 'text/xml' })
    response.end(
      isFine
        ? `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`
        : `<ErrorResponse><Error><Type>Sender</Type>${error}</Error></ErrorResponse>`,
    )
  })
})

function synthesise(): string {
  // As CDK's command line asks an app: by the paths it finds the templates of the stacks within.
  const context = { 'aws:cdk:enable-asset-metadata': true }
  const app = new App({ outdir: join(folder, 'cdk.out'), analyticsReporting: false, context })
  const stack = new Stack(app, stackName, { env: { region: prod.stage.region } })
  const nested = new NestedStack(stack, 'Routes')
  void new Topic(nested, 'Added')
  void new Topic(new Stack(app, edgeName, { env: { region: 'us-east-1' } }), 'AddedAtEdge')
  nestedId = stack.getLogicalId(nested.nestedStackResource as never)
  return app.synth().directory
}

let printed = ''
let code: number

beforeAll(async () => {
  const assembly = synthesise()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  let words: readonly string[] = []
  const tools = {
    createFolder: () => folder,
    buildSite: () => join(folder, 'site'),
    cdk: (given: readonly string[]) => void (words = given),
  }
  showStackDiff(prod, ['--no-color', '--no-notices'], tools as never)
  const child = spawn(process.execPath, ['node_modules/aws-cdk/bin/cdk', ...words, '--app', assembly], {
    env: {
      PATH: process.env['PATH'],
      // CDK keeps there which account a key is of.
      CDK_HOME: folder,
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_REGION: prod.stage.region,
      AWS_ACCESS_KEY_ID: 'AKIADIFF',
      AWS_SECRET_ACCESS_KEY: 'secret',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  ;[code] = (await once(child, 'close')) as [number]
}, 120_000)

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const listAsked = (allowed: boolean): ReadonlySet<string> =>
  new Set(asked.filter((each) => each.allowed === allowed).map((each) => each.action))

describe('the difference that a pull request is shown, by the role of the guide', () => {
  test('is whole, of the stack, of those within it and of that in us-east-1', () => {
    expect(code, printed).toBe(0)
    for (const change of ['[+] AWS::SNS::Topic Added', '[-] AWS::SNS::Topic Gone', '[+] AWS::SNS::Topic AddedAtEdge'])
      expect(printed).toContain(change)
  })

  test('is read without any role of the bootstrap, which may read the data of the stage', () => {
    expect(listAsked(false)).toEqual(new Set(['AssumeRole']))
    expect(listAsked(true)).toEqual(
      new Set(['GetCallerIdentity', 'DescribeStacks', 'GetTemplate', 'ListStackResources']),
    )
  })

  test.each([
    ['sts:AssumeRole', `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-lookup-role-${ACCOUNT}-eu-west-1`],
    ['sts:AssumeRole', `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-deploy-role-${ACCOUNT}-eu-west-1`],
    ['secretsmanager:GetSecretValue', `arn:aws:secretsmanager:eu-west-1:${ACCOUNT}:secret:OriginSecret`],
    ['cognito-idp:ListUsers', `arn:aws:cognito-idp:eu-west-1:${ACCOUNT}:userpool/eu-west-1_1`],
    ['dynamodb:Scan', `arn:aws:dynamodb:eu-west-1:${ACCOUNT}:table/HabitatInterior-prod-Data`],
    ['cloudformation:UpdateStack', toStackArn(stackName)],
    ['cloudformation:CreateChangeSet', toStackArn(stackName)],
    ['cloudformation:GetTemplate', toStackArn('Another')],
  ])('lets the code of a pull request not call %s of %s', (action, resource) => {
    expect(mayRole(action, resource)).toBe(false)
  })
})
