import { createHash } from 'node:crypto'
import { alertActions } from '#contract/alert-actions'
import { type AlertType, SUSPICIOUS_FAILURES } from '#contract/security-alerts'
import type { AuditLine } from '#data/audit-months'
import { networksOf } from '#platform/network'

export type AlertLine = Pick<AuditLine, 'auditId' | 'createdAt' | 'action' | 'userId' | 'subjectId'> &
  Partial<Pick<AuditLine, 'details' | 'address' | 'userAgent'>>

export interface RaisedAlert {
  readonly id: string
  readonly findingId: string
  readonly type: AlertType
  readonly at: string
  readonly count: number
  readonly line: AlertLine
}

const isAlertAction = (action: string): action is keyof typeof alertActions => Object.hasOwn(alertActions, action)

/** From one entry alone; wrong codes during a set-up count only together. */
export function alertOf(line: AlertLine): RaisedAlert | undefined {
  if (!isAlertAction(line.action)) return undefined
  const type = alertActions[line.action]
  if (type === 'suspicious_activity' || (type === 'admin_action' && newRoleIn(line) !== 'administrador'))
    return undefined
  return raised(type, line, { id: line.auditId, count: refusalsIn(line) ?? 1 })
}

/**
 * Three or more wrong codes while one person sets up an app. Its id is that of the third, so that a fourth raises no
 * new alert.
 */
export function suspicionOf(failures: readonly AlertLine[]): RaisedAlert | undefined {
  const third = failures[SUSPICIOUS_FAILURES - 1]
  const last = failures.at(-1)
  return third && last && raised('suspicious_activity', last, { id: third.auditId, count: failures.length })
}

const raised = (type: AlertType, line: AlertLine, { id, count }: Pick<RaisedAlert, 'id' | 'count'>): RaisedAlert => ({
  id,
  findingId: findingOf(type, line),
  type,
  at: line.createdAt,
  count,
  line,
})

/** Equal for alerts of one type about one person from one place. */
const findingOf = (type: AlertType, { subjectId, address }: AlertLine): string =>
  `fnd_${createHash('sha256')
    .update([type, subjectId, networksOf(address).place].join(' '))
    .digest('hex')
    .slice(0, 32)}`

export const refusalsIn = ({ details }: AlertLine): number | undefined => {
  const refusals = fieldOf(details, 'refusals')
  return typeof refusals === 'number' ? refusals : undefined
}

const newRoleIn = ({ details }: AlertLine): unknown =>
  fieldOf(fieldOf(details, 'new_data'), 'role') ?? fieldOf(details, 'role')

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
