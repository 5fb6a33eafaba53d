import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { IsoInstant } from './value-schemas.ts'

/** `copy`: an object of the copy is missing, hidden or changed, or no digest names it. */
const auditFaultKinds = ['changed', 'missing', 'invented', 'copy'] as const

export const AuditFault = z.object({
  kind: z.enum(auditFaultKinds),
  name: z.string(),
  at: z.optional(IsoInstant),
})
export type AuditFault = z.infer<typeof AuditFault>

export const MAX_AUDIT_FAULTS_SHOWN = 50

const Count = z.int().check(z.nonnegative())

export const AuditCheck = z.object({
  checkedAt: IsoInstant,
  entries: Count,
  months: Count,
  /** The first `MAX_AUDIT_FAULTS_SHOWN` of `brokenCount`. */
  broken: z.array(AuditFault).check(z.maxLength(MAX_AUDIT_FAULTS_SHOWN)),
  brokenCount: Count,
})
export type AuditCheck = z.infer<typeof AuditCheck>

export const auditCheckEndpoints = {
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
