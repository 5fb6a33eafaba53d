import * as z from 'zod'
import { auditActions } from './audit.ts'
import { AuditPerson } from './audit-person.ts'
import { endpoint, type OpensRule } from './endpoint.ts'
import { alertEndpoints } from './security-alerts.ts'
import { securityImprovements } from './security-improvements.ts'
import { securitySettings } from './security-settings.ts'
import { signInEndpoints } from './security-sign-ins.ts'
import { Cursor, CustomerId, Day, Instant, IpAddress, pageOf, PageQuery, UserId } from './values.ts'

/** A value that changed, or that says more of what was done: its name and what it was before and after. */
const AuditValue = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })
export type AuditValue = z.infer<typeof AuditValue>

export const AuditLine = z.object({
  auditId: z.string(),
  at: Instant,
  action: z.enum(auditActions),
  /** Null when a part of the system did it, or somebody who did not show who they are. */
  by: AuditPerson.nullable(),
  /** Null when it was done to no person. */
  about: AuditPerson.nullable(),
  values: z.array(AuditValue),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})
export type AuditLine = z.infer<typeof AuditLine>

/** Days of the practice, the first and the last of what is asked for. */
const AuditFilter = z.object({
  by: UserId.optional(),
  action: z.enum(auditActions).optional(),
  customerId: CustomerId.optional(),
  /** From where it was done. */
  address: IpAddress.optional(),
  from: Day.optional(),
  until: Day.optional(),
})

/**
 * What the health check is asked as. All but the first are functions of earlier days that told much of the inside: whoever
 * still asks for one hears what the health check says.
 */
export const healthChecks = [
  'health',
  'hello-world',
  'simple-test',
  'auth-register',
  'diagnostic-connectivity',
  'test-connectivity',
] as const

/** The log of one client is their history; all of it names clients as a list does. */
const opensOf: OpensRule = ({ customerId }) => (customerId ? 'timeline' : 'list')

export const security = {
  ...securityImprovements,
  ...securitySettings,
  /**
   * Whether the product can serve: the table answers. Says no more to strangers. One route for all names, because each
   * route counts among the resources that a stack may have.
   */
  health: endpoint({
    method: 'GET',
    path: '/{check}',
    allow: 'everyone',
    params: z.object({ check: z.enum(healthChecks) }),
    reply: z.object({ status: z.literal('ok') }),
    audit: 'none',
    refusals: [],
  }),
  /** The audit log, newest first; who has looked at whose data only where `action` asks for it. */
  audit: endpoint({
    method: 'GET',
    path: '/security/audit',
    allow: ['administrador'],
    opens: opensOf,
    query: AuditFilter.extend(PageQuery.shape).extend({ limit: PageQuery.shape.limit.default(20) }),
    reply: pageOf(AuditLine),
    audit: 'none',
    refusals: [],
  }),
  /** The same as a file, part by part. */
  exportAudit: endpoint({
    method: 'GET',
    path: '/security/audit/export',
    allow: ['administrador'],
    opens: opensOf,
    assurance: 'fresh',
    query: AuditFilter.extend({ cursor: Cursor.optional() }),
    reply: z.object({ csv: z.string(), next: Cursor.nullable() }),
    audit: 'AUDIT_EXPORTED',
    refusals: [],
  }),
  ...alertEndpoints,
  ...signInEndpoints,
}
