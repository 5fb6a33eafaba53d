import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { SingleLineText } from './text-schemas.ts'
import { CalendarDay, IsoInstant } from './value-schemas.ts'

export const securityImprovementIds = [
  'penetration-test',
  'passkeys',
  'admin-mfa',
  'encryption',
  'backups',
  'nightly-run',
  'audit-log',
] as const
export type SecurityImprovementId = (typeof securityImprovementIds)[number]

const improvementStatuses = ['completed', 'in-progress', 'pending'] as const
const improvementPriorities = ['critical', 'high', 'medium', 'low'] as const
const improvementCategories = ['data-protection', 'monitoring', 'authentication', 'governance'] as const

const SecurityCheckFact = z.object({
  name: z.string(),
  value: z.string(),
  holds: z.boolean(),
  source: z.object({ resource: z.string(), property: z.string(), value: z.string() }),
})
export type SecurityCheckFact = z.infer<typeof SecurityCheckFact>

const SecurityImprovement = z.object({
  id: z.enum(securityImprovementIds),
  title: z.string(),
  description: z.string(),
  status: z.enum(improvementStatuses),
  priority: z.enum(improvementPriorities),
  category: z.enum(improvementCategories),
  /** Since when the check passes without interruption; only when completed. */
  implementedDate: z.optional(IsoInstant),
  reading: z.string(),
  facts: z.array(SecurityCheckFact),
  readAt: IsoInstant,
  evidence: z.nullable(z.object({ label: z.string(), href: z.string() })),
})
export type SecurityImprovement = z.infer<typeof SecurityImprovement>

const SecurityImprovementProgress = z.object({
  items: z.array(SecurityImprovement),
  completed: z.int().check(z.nonnegative()),
  total: z.int().check(z.positive()),
  percent: z.int().check(z.minimum(0), z.maximum(100)),
})
export type SecurityImprovementProgress = z.infer<typeof SecurityImprovementProgress>

const required = 'Este campo es obligatorio'

export const PenetrationTest = z.strictObject({
  firm: SingleLineText.check(z.minLength(2, { error: required }), z.maxLength(120)),
  date: z.pipe(z.iso.date({ error: 'Indica el día de la prueba' }), CalendarDay),
  report: SingleLineText.check(
    z.maxLength(500),
    z.regex(/^https:\/\/[^\s/@]+\.[^\s/@]+(\/\S*)?$/, {
      error: 'Indica la dirección del informe, que empieza por https://',
    }),
  ),
})
export type PenetrationTest = z.infer<typeof PenetrationTest>

export const securityImprovementEndpoints = {
  /** Reads the running system. Changes since the last reading are written to the audit log. */
  improvements: defineEndpoint({
    method: 'GET',
    path: '/security/improvements',
    allow: ['administrador'],
    reply: SecurityImprovementProgress,
    audit: 'SECURITY_IMPROVEMENTS_CHANGED',
    opens: 'nothing',
    refusals: [],
  }),
  recordPenetrationTest: defineEndpoint({
    method: 'POST',
    path: '/security/improvements',
    allow: ['administrador'],
    assurance: 'fresh',
    body: PenetrationTest,
    reply: SecurityImprovementProgress,
    status: 201,
    audit: 'PENETRATION_TEST_RECORDED',
    opens: 'nothing',
    refusals: [],
  }),
}
