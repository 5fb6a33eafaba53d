import { createHash } from 'node:crypto'
import { alertTypeByAuditAction } from '#contract/alert-actions'
import { type SecurityAlertType, SUSPICIOUS_MFA_SETUP_FAILURES } from '#contract/security-alerts'
import type { StoredAuditEntry } from '#data/audit-months'
import { toCallerNetworks } from '#platform/network'

export type AlertAuditEntry = Pick<StoredAuditEntry, 'auditId' | 'createdAt' | 'action' | 'userId' | 'subjectId'> &
  Partial<Pick<StoredAuditEntry, 'details' | 'address' | 'userAgent'>>

export interface RaisedSecurityAlert {
  readonly id: string
  readonly findingId: string
  readonly type: SecurityAlertType
  readonly at: string
  readonly count: number
  readonly isMinimum?: boolean
  readonly line: AlertAuditEntry
}

const isAlertAction = (action: string): action is keyof typeof alertTypeByAuditAction =>
  Object.hasOwn(alertTypeByAuditAction, action)

export function detectSecurityAlert(line: AlertAuditEntry): RaisedSecurityAlert | undefined {
  if (!isAlertAction(line.action)) return undefined
  const type = alertTypeByAuditAction[line.action]
  if (type === 'suspicious_activity' || (type === 'admin_action' && newRoleIn(line) !== 'administrador'))
    return undefined
  return raised(type, line, { id: line.auditId, count: readRefusalCount(line) ?? 1 })
}

/**
 * Three or more wrong codes while one person sets up an app. Its id is that of the third, so that a fourth raises no
 * new alert.
 */
export function detectSuspiciousMfaSetup(failures: readonly AlertAuditEntry[]): RaisedSecurityAlert | undefined {
  const third = failures[SUSPICIOUS_MFA_SETUP_FAILURES - 1]
  const last = failures.at(-1)
  return third && last && raised('suspicious_activity', last, { id: third.auditId, count: failures.length })
}

const raised = (
  type: SecurityAlertType,
  line: AlertAuditEntry,
  { id, count }: Pick<RaisedSecurityAlert, 'id' | 'count'>,
): RaisedSecurityAlert => ({
  id,
  findingId: findingOf(type, line),
  type,
  at: line.createdAt,
  count,
  line,
})

const findingOf = (type: SecurityAlertType, { subjectId, address }: AlertAuditEntry): string =>
  `fnd_${createHash('sha256')
    .update([type, subjectId, toCallerNetworks(address).place].join(' '))
    .digest('hex')
    .slice(0, 32)}`

export const readRefusalCount = ({ details }: AlertAuditEntry): number | undefined => {
  const refusals = fieldOf(details, 'refusals')
  return typeof refusals === 'number' ? refusals : undefined
}

const newRoleIn = ({ details }: AlertAuditEntry): unknown =>
  fieldOf(fieldOf(details, 'new_data'), 'role') ?? fieldOf(details, 'role')

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
