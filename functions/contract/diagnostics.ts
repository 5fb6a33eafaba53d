import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Notification } from './notifications.ts'
import { Instant, MailId } from './values.ts'

/** What the product stands on, in the order in which it is shown. */
export const serviceNames = ['table', 'files', 'mail', 'payments', 'sign-in'] as const
export type ServiceName = (typeof serviceNames)[number]

/** `slow`: it answered, and took more than a second. `failed`: it answered badly, or not within three seconds. */
const serviceStates = ['ok', 'slow', 'failed'] as const

export const ServiceHealth = z.object({
  service: z.enum(serviceNames),
  state: z.enum(serviceStates),
  latencyMs: z.int().check(z.nonnegative()),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

/** What must be true of the data at any time, in the order in which it is shown. */
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

/** What was found of an invariant. `unknown`: it could not be looked at. */
export const Invariant = z.object({
  name: z.enum(invariantNames),
  state: z.enum(['holds', 'broken', 'unknown']),
  /** How many items were looked at; there may be more. */
  looked: z.int().check(z.nonnegative()),
  /** How many of them are not as they must be. */
  broken: z.int().check(z.nonnegative()),
})
export type Invariant = z.infer<typeof Invariant>

/** So many nights are shown. */
export const NIGHTS_SHOWN = 30

/** What the look of a night found: the names of those that did not hold, and of those that could not be looked at. */
export const Night = z.object({
  /** `YYYY-MM-DD`, as the practice counts its days. */
  day: z.iso.date(),
  checkedAt: Instant,
  broken: z.array(z.enum(invariantNames)),
  unknown: z.array(z.enum(invariantNames)),
})
export type Night = z.infer<typeof Night>

/** A mail that an administrador had sent to their own address, and how far it got. */
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
    /** When it is tried again; null when it is not. */
    nextAttemptAt: z.nullable(Instant),
  },
)
export type TestMail = z.infer<typeof TestMail>

export const diagnostics = {
  /** Asks each service now, all at once. Says how it answered, never what it said. */
  services: endpoint({
    method: 'GET',
    path: '/diagnostics/services',
    allow: ['administrador'],
    opens: 'nothing',
    reply: z.object({ checkedAt: Instant, items: z.array(ServiceHealth) }),
    audit: 'none',
    refusals: [],
  }),
  /** Looks at the newest items of each kind, by key and index; `nights` is what the last nights found, the newest first. */
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
  /** Puts a mail to the caller's own address into the outbox. Five an hour. */
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
  /** How far a test mail of the caller's got. */
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
