import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { ClientNotification } from './notifications.ts'
import { IsoInstant, MailId } from './value-schemas.ts'

export const monitoredServices = ['table', 'files', 'mail', 'payments', 'sign-in'] as const
export type MonitoredService = (typeof monitoredServices)[number]

/** `slow`: answered after more than a second. `failed`: a wrong answer, or none within three seconds. */
const serviceStates = ['ok', 'slow', 'failed'] as const

export const ServiceHealth = z.object({
  service: z.enum(monitoredServices),
  state: z.enum(serviceStates),
  latencyMs: z.int().check(z.nonnegative()),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

export const dataInvariantNames = [
  'administrators',
  'agenda',
  'payments',
  'orders',
  'refunds',
  'mails',
  'erasures',
  'exports',
  'accounts',
  'search',
] as const
export type DataInvariantName = (typeof dataInvariantNames)[number]

/** `unknown`: the check itself failed. */
export const DataInvariantResult = z.object({
  name: z.enum(dataInvariantNames),
  state: z.enum(['holds', 'broken', 'unknown']),
  looked: z.int().check(z.nonnegative()),
  broken: z.int().check(z.nonnegative()),
})
export type DataInvariantResult = z.infer<typeof DataInvariantResult>

export const MAX_INVARIANT_RUNS_SHOWN = 30

export const NightlyInvariantRun = z.object({
  day: z.iso.date(),
  checkedAt: IsoInstant,
  broken: z.array(z.enum(dataInvariantNames)),
  unknown: z.array(z.enum(dataInvariantNames)),
})
export type NightlyInvariantRun = z.infer<typeof NightlyInvariantRun>

export const TestMail = z.extend(
  z.pick(ClientNotification, {
    mailId: true,
    to: true,
    status: true,
    attempts: true,
    createdAt: true,
    sentAt: true,
  }),
  {
    nextAttemptAt: z.nullable(IsoInstant),
  },
)
export type TestMail = z.infer<typeof TestMail>

export const OUTBOX_DAYS = 30

export const MAX_COUNTED_MAILS = 1000

const MailCount = z.int().check(z.nonnegative())

export const Outbox = z.object({
  waiting: MailCount,
  waitingSince: z.nullable(IsoInstant),
  failed: MailCount,
  expired: MailCount,
  refused: MailCount,
})
export type Outbox = z.infer<typeof Outbox>

export const diagnostics = {
  /** Checks all services in parallel. Returns status and latency, never a service's answer. */
  services: defineEndpoint({
    method: 'GET',
    path: '/diagnostics/services',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ checkedAt: IsoInstant, items: z.array(ServiceHealth) }),
    audit: 'none',
    refusals: [],
  }),
  /** Checks some items of each kind, the newest or longest due. `nights`: results of the last nights, newest first. */
  invariants: defineEndpoint({
    method: 'GET',
    path: '/diagnostics/invariants',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({
      checkedAt: IsoInstant,
      items: z.array(DataInvariantResult),
      nights: z.array(NightlyInvariantRun).check(z.maxLength(MAX_INVARIANT_RUNS_SHOWN)),
    }),
    audit: 'none',
    refusals: [],
  }),
  outbox: defineEndpoint({
    method: 'GET',
    path: '/diagnostics/outbox',
    allow: ['administrador'],
    opens: 'nothing',
    reply: Outbox,
    audit: 'none',
    refusals: [],
  }),
  /**
   * Puts the next failed mails back into the queue; repeat while any are `left`. They are sent within minutes, at SES's
   * rate.
   */
  resendFailedMails: defineEndpoint({
    method: 'POST',
    path: '/diagnostics/outbox/resend',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ requeued: z.int().check(z.nonnegative()), left: MailCount }),
    audit: 'FAILED_MAILS_QUEUED_AGAIN',
    refusals: [],
  }),
  sendTestMail: defineEndpoint({
    method: 'POST',
    path: '/diagnostics/test-mail',
    allow: ['administrador'],
    opens: 'nothing',
    reply: TestMail,
    status: 201,
    audit: 'TEST_MAIL_QUEUED',
    refusals: [],
  }),
  testMail: defineEndpoint({
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
