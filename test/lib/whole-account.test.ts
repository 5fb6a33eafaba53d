import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toRestoredTableName } from '../../bin/restore/stage-tables.ts'
import {
  findLogicalId,
  fullyConfiguredStage,
  getOnlyResource,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

/** Inputs of @aws-sdk/client-backup 3.1092.0, which is not installed: the required members, then the others. */
const inputs: Readonly<Record<string, readonly [required: readonly string[], others?: readonly string[]]>> = {
  'describe-backup-vault': [['backup-vault-name'], ['backup-vault-account-id']],
  'list-recovery-points-by-backup-vault': [['backup-vault-name'], ['by-resource-type', 'by-created-after']],
  'start-copy-job': [
    ['recovery-point-arn', 'source-backup-vault-name', 'destination-backup-vault-arn', 'iam-role-arn'],
    ['idempotency-token', 'lifecycle'],
  ],
  'describe-copy-job': [['copy-job-id']],
  'start-restore-job': [
    ['recovery-point-arn', 'metadata'],
    ['iam-role-arn', 'idempotency-token', 'resource-type', 'copy-source-tags-to-restored-resource'],
  ],
  'describe-restore-job': [['restore-job-id']],
}

const OLDEST_COPY_DAYS = 35
const LONGEST_DAYS = 60
const otherVault = 'arn:aws:backup:eu-west-1:222222222222:backup-vault:habitat-copies'
const template = getStageTemplate(
  { ...fullyConfiguredStage, backup: { lock: 'compliance', copyToVaultArn: otherVault } },
  'prod',
)

const [, chapter = ''] = readFileSync('docs/runbooks/restore.md', 'utf8').split(
  /^## (?:The whole account|The user pool)$/m,
)
const blocks = [...chapter.matchAll(/```sh\n([^]*?)\n```/g)].map(([, block = '']) => block)

const folder = mkdtempSync(join(tmpdir(), 'habitat-account-'))
const calls: (readonly string[])[] = []

function writeCommand(name: string, source: string): void {
  const file = join(folder, name)
  writeFileSync(file, `#!${process.execPath}\n${source}`)
  chmodSync(file, 0o755)
}

beforeAll(() => {
  writeCommand('npm', "console.log('TableName=Habitat-Table')")
  // Answers each call with its own words, so that what the answer is used for shows.
  writeCommand(
    'aws',
    `const words = process.argv.slice(2)
    require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'calls'))}, JSON.stringify(words) + '\\n')
    console.log('<' + words.slice(0, 2).join(' ') + '>')`,
  )
  const given = { POINT: 'point', VAULT: 'vault', ROLE: 'role', JOB: 'job', COPY: 'copy' }
  const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', blocks.join('\n')], {
    encoding: 'utf8',
    env: { ...given, PATH: [folder, dirname(process.execPath), process.env['PATH']].join(delimiter) },
  })
  if (status !== 0) throw new Error(stderr)
  const lines = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
  calls.push(...lines.map((line) => JSON.parse(line) as readonly string[]))
})

afterAll(() => rmSync(folder, { recursive: true }))

function readOptions(operation: string): ReadonlyMap<string, string> {
  const [, , ...words] = calls.find(([service, name]) => service === 'backup' && name === operation) ?? []
  const names = words.filter((_, at) => at % 2 === 0)
  return new Map(names.map((name, at) => [name.replace(/^--/, ''), words[2 * at + 1] ?? '']))
}

describe('the commands that bring a stage back from the vault of another account', () => {
  test('are there, each with what AWS Backup requires and nothing that it does not know', () => {
    expect(calls.filter(([service]) => service === 'backup').map(([, name]) => name)).toEqual(Object.keys(inputs))
    for (const [operation, [required, others = []]] of Object.entries(inputs)) {
      const names = [...readOptions(operation).keys()].filter((name) => !['query', 'output'].includes(name))
      expect([operation, required.filter((name) => !names.includes(name))]).toEqual([operation, []])
      expect([operation, names.filter((name) => ![...required, ...others].includes(name))]).toEqual([operation, []])
    }
  })

  test('LIM-13 copy for as long as the locked vault takes, and no longer than an erased person may be in it', () => {
    const { LockConfiguration: lock } = getOnlyResource(template, 'AWS::Backup::BackupVault').Properties
    const days = Number(/^DeleteAfterDays=(\d+)$/.exec(readOptions('start-copy-job').get('lifecycle') ?? '')?.[1])

    expect(days).toBeGreaterThanOrEqual(lock.MinRetentionDays)
    expect(days).toBeLessThanOrEqual(lock.MaxRetentionDays)
    expect(OLDEST_COPY_DAYS + days).toBeLessThanOrEqual(LONGEST_DAYS)
  })

  test('restore under the name that «npm run restore» looks for, with the key of the table', () => {
    const at = /^export AT=(\S+)$/m.exec(chapter)?.[1] ?? ''
    const metadata = (readOptions('start-restore-job').get('metadata') ?? '').split(',').map((each) => each.split('='))

    expect(Object.fromEntries(metadata)).toEqual({
      targetTableName: toRestoredTableName('Habitat-Table', new Date(at)),
      encryptionType: 'KMS',
      kmsMasterKeyArn: '<dynamodb describe-table>',
    })
  })

  test('name the vault and the role of the template', () => {
    const named = [...chapter.matchAll(/\$\(resource (\S+) (\w+)\)/g)].map(
      ([, type = '', id = '']) => [type, id] as const,
    )

    expect(named).toHaveLength(2)
    for (const [type, id] of named) expect(findLogicalId(template, type, id)).toBeDefined()
  })
})

test('the vault takes copies from the other account alone, and from none where there is no other', () => {
  const policyOf = (from: typeof template) => getOnlyResource(from, 'AWS::Backup::BackupVault').Properties.AccessPolicy

  const [{ Principal, ...statement }, ...others] = policyOf(template).Statement

  expect(others).toEqual([])
  expect(renderTemplateValue(Principal.AWS)).toMatch(/:iam::222222222222:root$/)
  expect(statement).toMatchObject({ Effect: 'Allow', Action: 'backup:CopyIntoBackupVault' })
  expect(
    policyOf(getStageTemplate({ ...fullyConfiguredStage, backup: { lock: 'compliance' } }, 'prod')),
  ).toBeUndefined()
})
