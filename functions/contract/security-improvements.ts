import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Line } from './text.ts'
import { Day, Instant } from './values.ts'

export const improvementIds = [
  'penetration-test',
  'passkeys',
  'admin-mfa',
  'encryption',
  'backups',
  'nightly-run',
  'audit-log',
] as const
export type ImprovementId = (typeof improvementIds)[number]

const improvementStatuses = ['completed', 'in-progress', 'pending'] as const
const improvementPriorities = ['critical', 'high', 'medium', 'low'] as const
const improvementCategories = ['data-protection', 'monitoring', 'authentication', 'governance'] as const

const Fact = z.object({
  name: z.string(),
  value: z.string(),
  holds: z.boolean(),
  source: z.object({ resource: z.string(), property: z.string(), value: z.string() }),
})
export type Fact = z.infer<typeof Fact>

const SecurityImprovement = z.object({
  id: z.enum(improvementIds),
  title: z.string(),
  description: z.string(),
  status: z.enum(improvementStatuses),
  priority: z.enum(improvementPriorities),
  category: z.enum(improvementCategories),
  /** Since when the check has passed without interruption; only when completed. */
  implementedDate: z.optional(Instant),
  reading: z.string(),
  facts: z.array(Fact),
  readAt: Instant,
  evidence: z.nullable(z.object({ label: z.string(), href: z.string() })),
})
export type SecurityImprovement = z.infer<typeof SecurityImprovement>

const SecurityProgress = z.object({
  items: z.array(SecurityImprovement),
  completed: z.int().check(z.nonnegative()),
  total: z.int().check(z.positive()),
  percent: z.int().check(z.minimum(0), z.maximum(100)),
})
export type SecurityProgress = z.infer<typeof SecurityProgress>

const required = 'Este campo es obligatorio'

export const PenetrationTest = z.strictObject({
  firm: Line.check(z.minLength(2, { error: required }), z.maxLength(120)),
  date: z.pipe(z.iso.date({ error: 'Indica el día de la prueba' }), Day),
  report: Line.check(
    z.maxLength(500),
    z.regex(/^https:\/\/[^\s/@]+\.[^\s/@]+(\/\S*)?$/, {
      error: 'Indica la dirección del informe, que empieza por https://',
    }),
  ),
})
export type PenetrationTest = z.infer<typeof PenetrationTest>

export const securityImprovements = {
  /** Reads the running system. Changes since the last reading are written to the audit log. */
  improvements: endpoint({
    method: 'GET',
    path: '/security/improvements',
    allow: ['administrador'],
    reply: SecurityProgress,
    audit: 'SECURITY_IMPROVEMENTS_CHANGED',
    opens: 'nothing',
    refusals: [],
  }),
  recordPenetrationTest: endpoint({
    method: 'POST',
    path: '/security/improvements',
    allow: ['administrador'],
    assurance: 'fresh',
    body: PenetrationTest,
    reply: SecurityProgress,
    status: 201,
    audit: 'PENETRATION_TEST_RECORDED',
    opens: 'nothing',
    refusals: [],
  }),
}
