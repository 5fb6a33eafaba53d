import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { AuditPerson } from './audit-person.ts'
import { endpoint, type OpensRule } from './endpoint.ts'
import { alertEndpoints } from './security-alerts.ts'
import { securityImprovements } from './security-improvements.ts'
import { securitySettings } from './security-settings.ts'
import { signInEndpoints } from './security-sign-ins.ts'
import { Cursor, CustomerId, Day, Instant, IpAddress, pageOf, PageQuery, UserId } from './values.ts'

/** A changed value, or a detail of the action: before and after. */
const AuditValue = z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })
export type AuditValue = z.infer<typeof AuditValue>

export const AuditLine = z.object({
  auditId: z.string(),
  at: Instant,
  action: z.enum(auditActions),
  /** Null when the system or an unidentified person did it. */
  by: z.nullable(AuditPerson),
  about: z.nullable(AuditPerson),
  values: z.array(AuditValue),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AuditLine = z.infer<typeof AuditLine>

/** Both days are included, in the practice's time zone. */
const AuditFilter = z.object({
  by: z.optional(UserId),
  action: z.optional(z.enum(auditActions)),
  customerId: z.optional(CustomerId),
  address: z.optional(IpAddress),
  from: z.optional(Day),
  until: z.optional(Day),
})

/**
 * Names under which the health check can be called. All but the first once returned internal details; now they return
 * the plain health check.
 */
export const healthChecks = [
  'health',
  'hello-world',
  'simple-test',
  'auth-register',
  'diagnostic-connectivity',
  'test-connectivity',
] as const

/** The log of one client is their history; the whole log names clients as a list does. */
const opensOf: OpensRule = ({ customerId }) => (customerId ? 'timeline' : 'list')

export const security = {
  ...securityImprovements,
  ...securitySettings,
  /**
   * Healthy when the table answers; strangers are told no more. One route for all names, because a stack's resources
   * are limited and each route counts.
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
  /** Newest first. Openings of client data only when `action` asks for them. */
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
