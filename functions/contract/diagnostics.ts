import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Notification } from './notifications.ts'
import { Instant, MailId } from './values.ts'

export const serviceNames = ['table', 'files', 'mail', 'payments', 'sign-in'] as const
export type ServiceName = (typeof serviceNames)[number]

/** `slow`: answered after more than a second. `failed`: a wrong answer, or none within three seconds. */
const serviceStates = ['ok', 'slow', 'failed'] as const

export const ServiceHealth = z.object({
  service: z.enum(serviceNames),
  state: z.enum(serviceStates),
  latencyMs: z.int().check(z.nonnegative()),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

export const invariantNames = [
  'administrators',
  'agenda',
  'payments',
  'mails',
  'erasures',
  'accounts',
  'search',
] as const
export type InvariantName = (typeof invariantNames)[number]

/** `unknown`: it could not be checked. */
export const Invariant = z.object({
  name: z.enum(invariantNames),
  state: z.enum(['holds', 'broken', 'unknown']),
  looked: z.int().check(z.nonnegative()),
  broken: z.int().check(z.nonnegative()),
})
export type Invariant = z.infer<typeof Invariant>

export const NIGHTS_SHOWN = 30

export const Night = z.object({
  day: z.iso.date(),
  checkedAt: Instant,
  broken: z.array(z.enum(invariantNames)),
  unknown: z.array(z.enum(invariantNames)),
})
export type Night = z.infer<typeof Night>

export const TestMail = z.extend(
  z.pick(Notification, {
    mailId: true,
    to: true,
    status: true,
    attempts: true,
    createdAt: true,
    sentAt: true,
  }),
  {
    nextAttemptAt: z.nullable(Instant),
  },
)
export type TestMail = z.infer<typeof TestMail>

export const diagnostics = {
  /** Checks all services in parallel. Returns status and latency, never a service's answer. */
  services: endpoint({
    method: 'GET',
    path: '/diagnostics/services',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ checkedAt: Instant, items: z.array(ServiceHealth) }),
    audit: 'none',
    refusals: [],
  }),
  /** Checks the newest items of each kind. `nights` are the results of the last nights, newest first. */
  invariants: endpoint({
    method: 'GET',
    path: '/diagnostics/invariants',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({
      checkedAt: Instant,
      items: z.array(Invariant),
      nights: z.array(Night).check(z.maxLength(NIGHTS_SHOWN)),
    }),
    audit: 'none',
    refusals: [],
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/diagnostics/test-mail',
    allow: ['administrador'],
    opens: 'nothing',
    reply: TestMail,
    status: 201,
    audit: 'TEST_MAIL_QUEUED',
    refusals: [],
  }),
  testMail: endpoint({
    method: 'GET',
    path: '/diagnostics/test-mail/{mailId}',
    allow: ['administrador'],
    opens: 'nothing',
    params: z.object({ mailId: MailId }),
    reply: TestMail,
    audit: 'none',
    refusals: [],
  }),
}
