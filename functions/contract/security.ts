import * as z from 'zod/mini'
import { auditActions } from './audit.ts'
import { AuditedValueChange } from './audited-value-change.ts'
import { auditCheckEndpoints } from './audit-check.ts'
import { AuditPerson } from './audit-person.ts'
import { defineEndpoint, type ClientDataDisclosureRule } from './endpoint.ts'
import { securityAlertEndpoints } from './security-alerts.ts'
import { securityImprovementEndpoints } from './security-improvements.ts'
import { securitySettingsEndpoints } from './security-settings.ts'
import { signInStatisticsEndpoints } from './security-sign-ins.ts'
import {
  PageCursor,
  CustomerId,
  CalendarDay,
  IsoInstant,
  IpAddress,
  createPageSchema,
  PageQuery,
  UserId,
} from './value-schemas.ts'

/** `before` and `after` of changed values, or details of the action. */
export const AuditLogEntry = z.object({
  auditId: z.string(),
  at: IsoInstant,
  action: z.enum(auditActions),
  by: z.nullable(AuditPerson),
  about: z.nullable(AuditPerson),
  values: z.array(AuditedValueChange),
  address: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
})
export type AuditLogEntry = z.infer<typeof AuditLogEntry>

/** Both days are inclusive, in the practice's time zone. */
const AuditFilter = z.object({
  by: z.optional(UserId),
  action: z.optional(z.enum(auditActions)),
  customerId: z.optional(CustomerId),
  address: z.optional(IpAddress),
  from: z.optional(CalendarDay),
  until: z.optional(CalendarDay),
})

/** Names of the health check. All but the first once returned internal details. */
export const healthCheckAliases = [
  'health',
  'hello-world',
  'simple-test',
  'auth-register',
  'diagnostic-connectivity',
  'test-connectivity',
] as const

/** The log of one client counts as opening their timeline; the whole log as a list of clients. */
const opensOf: ClientDataDisclosureRule = ({ customerId }) => (customerId ? 'timeline' : 'list')

export const security = {
  ...securityImprovementEndpoints,
  ...securitySettingsEndpoints,
  /**
   * Whether the table answers, and nothing more, because it is public. One route for all names, because a stack's
   * resources are limited.
   */
  health: defineEndpoint({
    method: 'GET',
    path: '/{check}',
    allow: 'everyone',
    params: z.object({ check: z.enum(healthCheckAliases) }),
    reply: z.object({ status: z.literal('ok') }),
    audit: 'none',
    refusals: [],
  }),
  /** Newest first. Openings of client data only when `action` asks for them. */
  audit: defineEndpoint({
    method: 'GET',
    path: '/security/audit',
    allow: ['administrador'],
    opens: opensOf,
    query: z.extend(AuditFilter, { ...PageQuery.shape, limit: z._default(PageQuery.shape.limit, 20) }),
    reply: createPageSchema(AuditLogEntry),
    audit: 'none',
    refusals: [],
  }),
  exportAudit: defineEndpoint({
    method: 'GET',
    path: '/security/audit/export',
    allow: ['administrador'],
    opens: opensOf,
    assurance: 'fresh',
    query: z.extend(AuditFilter, { cursor: z.optional(PageCursor) }),
    reply: z.object({ csv: z.string(), next: z.nullable(PageCursor) }),
    audit: 'AUDIT_EXPORTED',
    refusals: [],
  }),
  ...auditCheckEndpoints,
  ...securityAlertEndpoints,
  ...signInStatisticsEndpoints,
}
