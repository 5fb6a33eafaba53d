import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { IsoInstant } from './value-schemas.ts'

/** `copy`: an object of the copy is missing, hidden or changed, or no digest names it. */
const auditFaultKinds = ['changed', 'missing', 'invented', 'copy'] as const

export const AuditFault = z.object({
  kind: z.enum(auditFaultKinds),
  /** Id of an entry of the audit log, or name of an object of its copy. */
  name: z.string(),
  /** When the entry was written. */
  at: z.optional(IsoInstant),
})
export type AuditFault = z.infer<typeof AuditFault>

export const MAX_AUDIT_FAULTS_SHOWN = 50

const Count = z.int().check(z.nonnegative())

/** The newest comparison of the audit log with its copy. */
export const AuditCheck = z.object({
  /** When it began. */
  checkedAt: IsoInstant,
  /** Compared entries, and the months that they are of. */
  entries: Count,
  months: Count,
  /** The first `MAX_AUDIT_FAULTS_SHOWN` of `brokenCount`. */
  broken: z.array(AuditFault).check(z.maxLength(MAX_AUDIT_FAULTS_SHOWN)),
  brokenCount: Count,
})
export type AuditCheck = z.infer<typeof AuditCheck>

export const auditCheckEndpoints = {
  /** Null before the first. */
  auditCheck: defineEndpoint({
    method: 'GET',
    path: '/security/audit/check',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ check: z.nullable(AuditCheck) }),
    audit: 'none',
    refusals: [],
  }),
}
