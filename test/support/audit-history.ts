import { DeleteCommand, DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import { onTestFinished } from 'vitest'
import type { AuditTraceSource } from '#data/audit-trace'
import type { JobRun } from '#platform/paged-job'
import { createAuditVault } from '../../functions/security/audit-vault.ts'
import { createLambdaHandler as checking } from '../../functions/security/check-audit-log.handler.ts'
import { createLambdaHandler as copying } from '../../functions/security/copy-audit-log.handler.ts'
import { createLambdaHandler as digesting } from '../../functions/security/digest-audit-log.handler.ts'
import { startTestS3 } from '../local/s3/start-test-s3.ts'
import { dispatchRecords, toQueueEvent } from './dispatched-messages.ts'
import type { TestPractice } from './practice.ts'
import { scanWholeTable } from './scan-whole-table.ts'

export const auditBucket = 'auditoria'

export const timeForPages = (pages: number): JobRun => {
  let left = pages
  return { getRemainingTimeInMillis: () => (left-- > 0 ? 60_000 : 1000) }
}

type StoredEntry = AuditTraceSource & { readonly pk: string; readonly sk: string }

export async function openAuditHistory(practice: TestPractice) {
  const locks = new Map([[auditBucket, { mode: 'COMPLIANCE', days: 1825 } as const]])
  const s3 = await startTestS3({ buckets: [auditBucket], locks, now: () => new Date() })
  onTestFinished(() => s3.client.destroy())
  const services = { ...practice, vault: createAuditVault(auditBucket, s3.client) }
  const copy = copying(() => services)
  const digest = digesting(() => services)
  const check = checking(() => services)
  const documents = DynamoDBDocumentClient.from(practice.table.client)
  const copied = new Set<string>()

  const listNewMessages = async () => {
    const images = (await scanWholeTable(practice)).filter(
      (item) => item['__edb_e__']?.S === 'auditEntry' && !copied.has(item['auditId']?.S ?? ''),
    )
    for (const item of images) copied.add(item['auditId']?.S ?? '')
    const records = images.map((NewImage) => ({ eventName: 'INSERT', dynamodb: { NewImage } }) as DynamoDBRecord)
    return (await dispatchRecords(records)).history
  }
  const copyNew = async (): Promise<void> => void (await copy(toQueueEvent(await listNewMessages())))
  const listEntries = async (): Promise<readonly StoredEntry[]> => {
    const { data } = await practice.data.auditEntries.scan.go({ pages: 'all', data: 'includeKeys' })
    return data as unknown as readonly StoredEntry[]
  }
  const tamper = async (entry: StoredEntry, changes: Readonly<Record<string, unknown>>): Promise<void> => {
    const Item = JSON.parse(JSON.stringify({ ...entry, __edb_e__: 'auditEntry', __edb_v__: '1', ...changes })) as object
    await documents.send(new PutCommand({ TableName: practice.table.name, Item: Item as Record<string, unknown> }))
  }
  const remove = async ({ pk, sk }: StoredEntry): Promise<void> => {
    await documents.send(new DeleteCommand({ TableName: practice.table.name, Key: { pk, sk } }))
  }
  const checkNextDay = async () => {
    await copyNew()
    practice.clock.advance({ hours: 1 })
    await digest()
    practice.clock.advance({ hours: 24 })
    return check({ again: true })
  }
  const readCheck = async () => (await practice.data.auditChecks.get({ of: 'audit-log' }).go()).data
  return {
    s3,
    services,
    copy,
    digest,
    check,
    listNewMessages,
    copyNew,
    listEntries,
    tamper,
    remove,
    checkNextDay,
    readCheck,
  }
}
