import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { AuditPerson } from './audit-person.ts'
import { endpoint, type OpensRule } from './endpoint.ts'
import { alertEndpoints } from './security-alerts.ts'
import { securityImprovements } from './security-improvements.ts'
import { securitySettings } from './security-settings.ts'
import { signInEndpoints } from './security-sign-ins.ts'
import { Cursor, CustomerId, Day, Instant, IpAddress, pageOf, PageQuery, UserId } from './values.ts'

/** A value that changed, or that says more of what was done: its name and what it was before and after. */
const AuditValue = z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
export type AuditValue = z.infer<typeof AuditValue>

export const AuditLine = z.object({
  auditId: z.string(),
  at: Instant,
  action: z.enum(auditActions),
  /** Null when a part of the system did it, or somebody who did not show who they are. */
  by: z.nullable(AuditPerson),
  /** Null when it was done to no person. */
  about: z.nullable(AuditPerson),
  values: z.array(AuditValue),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AuditLine = z.infer<typeof AuditLine>

/** Days of the practice, the first and the last of what is asked for. */
const AuditFilter = z.object({
  by: z.optional(UserId),
  action: z.optional(z.enum(auditActions)),
  customerId: z.optional(CustomerId),
  /** From where it was done. */
  address: z.optional(IpAddress),
  from: z.optional(Day),
  until: z.optional(Day),
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
    query: z.extend(AuditFilter, { ...PageQuery.shape, limit: z._default(PageQuery.shape.limit, 20) }),
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
    query: z.extend(AuditFilter, { cursor: z.optional(Cursor) }),
    reply: z.object({ csv: z.string(), next: z.nullable(Cursor) }),
    audit: 'AUDIT_EXPORTED',
    refusals: [],
  }),
  ...alertEndpoints,
  ...signInEndpoints,
}
