import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { apiDomains } from '#contract/api-domains'
import { nonApiLambdaVariables } from '#platform/lambdas'
import { runCommand } from '../../bin/deploy/commands.ts'
import { chooseDeployment } from '../../bin/deploy/deployment.ts'
import { createTools } from '../../bin/deploy/tools.ts'
import { type LocalProduct, startLocalProduct } from '../../bin/local/product.ts'
import { openDocumentStore } from '../../bin/local/document-store.ts'
import { demoSesAccount } from '../../bin/local/ses/account.ts'
import { createMailFeedback, type SesEvent } from '../../bin/local/ses/feedback.ts'
import { findResource } from '../../bin/operate/find-resource.ts'
import { sendSignedJsonRequest } from '../../bin/operate/signed-json-request.ts'
import { readAwsCommand } from '../support/aws-command.ts'
import { openBrowserSession } from '../support/browser-session.ts'
import { findFreePort } from '../support/free-port.ts'
import { getDemoAccount, sendConsoleCommand } from '../support/local-console.ts'
import { getSynthesisedTemplate } from '../support/synthesised-template.ts'

/** Checked against the AWS SDK's operation and input, but not executed. */
const unanswered: Readonly<Record<string, string>> = {
  'lambda get-account-settings': 'this machine has no limit of an account',
  'sesv2 get-account': 'the stand-in of SES speaks the protocol that functions use, not that of its second version',
  'sesv2 list-suppressed-destinations': 'as above',
  'sesv2 delete-suppressed-destination': 'nobody of this machine is on the list',
  'kms cancel-key-deletion': 'keys of this machine are not deleted',
  'kms enable-key': 'as above',
}

/** No client of these is installed: compared with the AWS CLI 1.45 on 2026-11-23; a change fails here. */
const comparedByHand = [
  `aws ce get-cost-and-usage --granularity DAILY --metrics UnblendedCost --group-by Type=DIMENSION,Key=SERVICE \\
  --time-period "Start=$(node -p 'new Date(Date.now() - 6048e5).toISOString().slice(0, 10)'),End=$(date -u +%F)"`,
  'aws scheduler list-schedules',
  'aws guardduty list-malware-protection-plans',
  'aws backup start-copy-job',
  `npm run failure-queue -- "$STAGE" BackupsFailureQueue
aws backup list-backup-jobs --by-state FAILED
aws backup list-copy-jobs --by-state FAILED`,
  // For a stage with backups, which this repository has not; test/lib/copies.test.ts checks the queue.
  'npm run failure-queue -- "$STAGE" BackupsFailureQueue --purge',
  'aws s3 cp',
  // A CDK command: test/lib/room.test.ts runs its equivalent.
  'npx cdk synth --context synthOnly=true',
  'npx cdk import',
  // In docs/deploy.md; compared with the AWS CLI 1.45 on 2026-11-26.
  'aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true --resource-type-management-preference DynamoDB=true',
  'aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true',
  'aws backup list-recovery-points-by-resource --resource-arn "$TableArn"',
  'aws iam simulate-principal-policy --policy-source-arn "$RoleArn" --action-names dynamodb:UpdateItem dynamodb:DeleteItem --resource-arns "$TableArn" --context-entries \'ContextKeyName=dynamodb:LeadingKeys,ContextKeyType=stringList,ContextKeyValues=$audit#month_2026-11\'',
  'aws wafv2 get-web-acl-for-resource --resource-arn "$PoolArn" --query WebACL.Name',
  'aws cloudfront list-distributions --query "DistributionList.Items[?DomainName==\'$DistributionDomain\'].WebACLId"',
  'aws s3 ls --recursive "s3://$RecoveryBucket/users/"',
  'aws cloudwatch set-alarm-state --alarm-name "$Alarm" --state-value ALARM --state-reason test',
  // As above, on 2026-12-01.
  'aws cloudtrail validate-logs',
  'aws apigatewayv2 delete-route-settings --api-id "$Api" --stage-name api --route-key \'<METHOD /path>\'',
]

interface RunbookCommand {
  readonly page: string
  readonly text: string
  readonly inline: boolean
}

const pages = globSync('docs/runbooks/*.md').toSorted()

function readCommands(page: string): readonly RunbookCommand[] {
  const text = readFileSync(page, 'utf8')
  const blocks = [...text.matchAll(/```sh\n([^]*?)\n```/g)].map(([, block = '']) => ({
    page,
    text: block,
    inline: false,
  }))
  const sentences = text.replaceAll(/```[^]*?```/g, '')
  const spans = [...sentences.matchAll(/`((?:aws|npm|npx|cdk|node|curl) [^`]+)`/g)].map(([, span = '']) => ({
    page,
    text: span.replaceAll(/\s+/g, ' '),
    inline: true,
  }))
  return [...blocks, ...spans]
}

/**
 * Of the deployment guide only inline AWS commands: its requests are made in test/journeys/smoke.test.ts, and `npm run
 * deploy` and similar commands are tested in test/local/deploy/.
 */
const guide = readCommands('docs/deploy.md').filter(({ text, inline }) => inline && text.startsWith('aws '))
const all = [...pages.flatMap(readCommands), ...guide]
const compared = all.filter(({ text }) => comparedByHand.includes(text))
// test/local/restore/restore-table.test.ts runs that page.
const rest = all.filter((each) => !compared.includes(each) && (each.inline || basename(each.page) !== 'restore.md'))
const isMention = ({ text, inline }: RunbookCommand) => inline && text.startsWith('aws ')
const isOurs = ({ text }: RunbookCommand) => /^npm run (?!--silent)[^\n;|$]*(?:\$[A-Z]+[^\n;|$]*)*$/.test(text)
const mentions = rest.filter(isMention)
const ours = rest.filter((each) => !isMention(each) && isOurs(each))
const shell = rest.filter((each) => !isMention(each) && !isOurs(each))

const folder = mkdtempSync(join(tmpdir(), 'habitat-runbooks-'))
const environment: Record<string, string> = {
  STAGE: 'prod',
  AWS_REGION: 'eu-west-1',
  ADDRESS: 'lucia@correo.test',
  EVENT: join(folder, 'event.json'),
  HABITAT_UNANSWERED: JSON.stringify(Object.keys(unanswered)),
}
let product: LocalProduct
let token: string

beforeAll(async () => {
  const template = await getSynthesisedTemplate()
  const directory = join(folder, 'data')
  const port = await findFreePort()
  product = await startLocalProduct({ port, root: process.cwd(), directory, template, passing: true })
  const aws = join(folder, 'aws')
  writeFileSync(aws, `#!/bin/sh\nexec '${process.execPath}' '${resolve('test/support/aws-cli.ts')}' "$@"\n`)
  chmodSync(aws, 0o755)
  writeFileSync(join(folder, 'event.json'), JSON.stringify(createBounce()))
  ;({ token } = await openBrowserSession(await getDemoAccount('cliente', product.site), product.site))
  const [, claims = ''] = token.split('.')
  environment['SUB'] = (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub
}, 400_000)

afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true })
})

function createBounce(): SesEvent | undefined {
  const events: SesEvent[] = []
  const { settle } = createMailFeedback({
    store: openDocumentStore(),
    now: () => new Date('2026-11-21T09:00:00.000Z'),
    publish: (event) => void events.push(event),
  })
  const mail = { from: 'hola@habitat.test', to: ['lucia@correo.test'], subject: '', sentAt: '', tags: {} }
  settle({ ...mail, id: '010201936b0f-1', configurationSet: 'mails' }, { ...demoSesAccount, outcome: 'bounce' })
  return events[0]
}

async function runInShell(command: string): Promise<{ readonly code: number; readonly printed: string }> {
  const path = [folder, dirname(process.execPath), process.env['PATH']].join(delimiter)
  const child = spawn('bash', ['-euo', 'pipefail', '-c', command], {
    env: { ...process.env, ...environment, PATH: path },
    // With a socket as stdin, bash may assume a remote shell and read its start-up file.
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, printed }
}

const splitWords = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) =>
    single === undefined
      ? (double ?? bare ?? '').replaceAll(/\$([A-Z]+)/g, (_, name: string) => {
          const value = environment[name]
          if (value === undefined) throw new Error(`nobody says what ${name} is`)
          return value
        })
      : single,
  )

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }

async function runOurs(line: string): Promise<string> {
  const [, , script = '', separator, ...words] = splitWords(line)
  expect(scripts[script], `${script} of package.json`).toBe(`node bin/deploy.mjs ${script}`)
  expect(separator).toBe('--')
  const said: string[] = []
  const openTools = (region: string) => ({
    ...createTools(region),
    say: (text: string) => void said.push(text),
    // As somebody who types the name that is asked for.
    prompt: async (question: string) => /^Escribe (\S+) /.exec(question)?.[1] ?? '',
  })
  await runCommand([script, ...words], openTools)
  return said.join('\n')
}

describe('every command of the runbooks', () => {
  test('that only a person can compare with the AWS CLI is still the one that was compared', () => {
    expect(new Set(compared.map(({ text }) => text))).toEqual(new Set(comparedByHand))
  })

  test.for(mentions)('names an operation of AWS and its options: $page $text', async ({ text }) => {
    const words = text
      .replaceAll(/<[^>]+>/g, 'given')
      .split(' ')
      .slice(1)

    await expect(readAwsCommand(words)).resolves.toBeDefined()
  })

  test.for(ours)('is one of ours, and does what it says: $page $text', async ({ text }) => {
    await expect(runOurs(text)).resolves.not.toBe('')
  })

  test.for(shell)('runs in a shell: $page', { timeout: 120_000 }, async ({ text }) => {
    const { code, printed } = await runInShell(text)

    expect(code, printed).toBe(0)
  })
})

describe('`npm run logs`', () => {
  test('shows what a function has logged of its failures, and nothing of lesser levels', async () => {
    const records = JSON.stringify({ Records: [{ messageId: 'one', body: '{}' }] })
    await runOurs(`npm run invoke -- "$STAGE" mail/send-queued --payload '${records}'`)

    await vi.waitFor(async () => {
      expect(await runOurs('npm run logs -- "$STAGE" mail/send-queued')).toContain('a message of a queue was not taken')
    })
    expect(await runOurs('npm run logs -- "$STAGE" customers')).toMatch(/^Nada desde \S+Z\.$/)
  })

  test('of the API shows the calls that ended in a fault', async () => {
    await sendConsoleCommand('outage', { service: 'dynamodb', down: true }, product.site)
    await fetch(`${product.site}/api/account/session`, { headers: { authorization: `Bearer ${token}` } })
    await sendConsoleCommand('outage', { service: 'dynamodb', down: false }, product.site)

    expect(await runOurs('npm run logs -- "$STAGE" api')).toMatch(/"status":"5\d\d"/)
  })

  test.for([...apiDomains, ...Object.keys(nonApiLambdaVariables), 'api'])('finds the log of %s', async (name) => {
    expect(await runOurs(`npm run logs -- "$STAGE" ${name} --since 30m`)).not.toBe('')
  })

  test('refuses what it does not know in one sentence', async () => {
    await expect(runOurs('npm run logs -- "$STAGE" mails')).rejects.toThrow('No hay función «mails». Hay: ')
    await expect(runOurs('npm run logs -- "$STAGE" users --since ever')).rejects.toThrow('--since es como')
    await expect(runOurs('npm run logs -- "$STAGE" users --level LOUD')).rejects.toThrow('--level es ERROR, WARN, INFO')
  })
})

test('what was given up is shown, put back into its queue, and removed', async () => {
  const queue = 'AuditCopyingEntriesFailureQueue'
  const tools = createTools('eu-west-1')
  const QueueUrl = await findResource(chooseDeployment('prod'), tools, { type: 'AWS::SQS::Queue', ending: queue })
  const sendFailed = async () =>
    sendSignedJsonRequest(tools.clients, 'sqs', 'SendMessageBatch', {
      QueueUrl,
      Entries: [{ Id: '1', MessageBody: '{"given":"up"}' }],
    })

  await sendFailed()
  expect(await runOurs(`npm run failure-queue -- "$STAGE" ${queue}`)).toBe(`{"given":"up"}\n1 de unos 1 de ${queue}.`)
  expect(await runOurs(`npm run failure-queue -- "$STAGE" ${queue} --redrive`)).toBe(
    `Lo de ${queue} vuelve a su cola (1).`,
  )
  expect(await runOurs(`npm run failure-queue -- "$STAGE" ${queue}`)).toBe(`${queue} está vacía.`)
  await sendFailed()
  expect(await runOurs(`npm run failure-queue -- "$STAGE" ${queue} --purge`)).toBe(
    `${queue} se está vaciando (1): SQS tarda hasta un minuto.`,
  )
  expect(await runOurs(`npm run failure-queue -- "$STAGE" ${queue}`)).toBe(`${queue} está vacía.`)
})
