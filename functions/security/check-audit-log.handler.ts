import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { readEnvironment } from '#platform/environment'
import type { JobRun } from '#platform/paged-job'
import { serveSchedule } from '#platform/serve-event'
import { type AuditCheckServices, checkAuditLog } from './audit-check.ts'
import { createAuditVault } from './audit-vault.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = (): AuditCheckServices => {
  const { TABLE_NAME, AUDIT_BUCKET } = readEnvironment(['TABLE_NAME', 'AUDIT_BUCKET'])
  return {
    data: openDatabase(createTableConnection(TABLE_NAME)),
    vault: createAuditVault(AUDIT_BUCKET),
    now: () => new Date(),
  }
}

interface Event {
  readonly again?: boolean
}

export const createLambdaHandler = (openServices: () => AuditCheckServices) => {
  let services: AuditCheckServices | undefined
  return serveSchedule(
    tableAccess['check-audit-log'],
    'security/check-audit-log',
    async ({ again }: Event = {}, run?: JobRun): Promise<{ checked: boolean; broken: number }> => {
      services ??= openServices()
      return checkAuditLog(services, { again: again === true, run })
    },
  )
}

export const handler = createLambdaHandler(createLambdaServices)
