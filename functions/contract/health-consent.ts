import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HEALTH_CONSENT_VERSION } from './product.ts'
import { CustomerId, Instant } from './values.ts'

/** What a client's health data are for, and all that they may be used for: the purpose that the ledger names. */
export const HEALTH_PURPOSE = 'asesoramiento-microbiota-nutricion'

/** On what else than the client's own tick the practice may enter health data (GDPR, article 9.2). */
export const legalBases = ['written-consent', 'vital-interests', 'health-care'] as const
export type LegalBasis = (typeof legalBases)[number]

/**
 * - `none`: never asked, or never agreed.
 * - `given`: to the text of today.
 * - `outdated`: to an older text; the next datum of the client's own asks anew.
 * - `withdrawn`: nothing more is taken.
 */
const states = ['none', 'given', 'outdated', 'withdrawn'] as const

/** How a client stands to the use of their health data. */
export const HealthConsent = z.object({
  state: z.enum(states),
  /** When they agreed last; null when they never did. */
  givenAt: z.nullable(Instant),
  textVersion: z.nullable(z.string()),
  /** Whether a minor's mother, father or guardian gave it. */
  byGuardian: z.boolean(),
  withdrawnAt: z.nullable(Instant),
  /** What was entered is still being blocked and erased after a withdrawal. */
  erasing: z.boolean(),
})
export type HealthConsent = z.infer<typeof HealthConsent>

/** The same for the practice, with the other basis that it has named since the last withdrawal. */
export const HealthConsentOfCustomer = z.extend(HealthConsent, {
  basis: z.nullable(z.object({ basis: z.enum(legalBases), namedAt: Instant })),
  /** Whether the practice may enter health data now. */
  mayEnter: z.boolean(),
})
export type HealthConsentOfCustomer = z.infer<typeof HealthConsentOfCustomer>

const GiveHealthConsent = z.strictObject({
  accepted: z.literal(true, { error: 'Marca la casilla para dar tu consentimiento' }),
  textVersion: z.literal(HEALTH_CONSENT_VERSION),
})

const NameLegalBasis = z.strictObject({
  basis: z.enum(legalBases, { error: 'Elige la base legal' }),
})

/** What an endpoint says that takes health data which a client enters themselves. */
export const ownHealthData = {
  health: true,
  refusals: ['birth-date-missing', 'guardian-consent-required', 'health-consent-required', 'changed-meanwhile'],
} as const

const params = z.object({ customerId: CustomerId })

/** The explicit consent to the use of health data (GDPR, article 9.2.a), which no terms include. */
export const healthConsent = {
  readHealth: endpoint({
    method: 'GET',
    path: '/consent/health',
    allow: ['cliente'],
    reply: HealthConsent,
    audit: 'none',
    refusals: [],
  }),
  /** For somebody under 18 their guardian gives it, by the link of a mail. */
  giveHealth: endpoint({
    method: 'POST',
    path: '/consent/health',
    allow: ['cliente'],
    body: GiveHealthConsent,
    reply: HealthConsent,
    audit: 'HEALTH_CONSENT_GIVEN',
    refusals: ['birth-date-missing', 'guardian-consent-required', 'changed-meanwhile'],
  }),
  /** From here on nothing is taken; what the law keeps is blocked and the rest erased within the hour. */
  withdrawHealth: endpoint({
    method: 'POST',
    path: '/consent/health/withdrawal',
    allow: ['cliente'],
    body: z.strictObject({}),
    reply: HealthConsent,
    audit: 'HEALTH_CONSENT_WITHDRAWN',
    refusals: ['changed-meanwhile'],
  }),
  readHealthOfCustomer: endpoint({
    method: 'GET',
    path: '/customers/{customerId}/health-consent',
    allow: ['administrador'],
    opens: 'health-consent',
    params,
    reply: HealthConsentOfCustomer,
    audit: 'none',
    refusals: [],
  }),
  /** An administrador says on what other basis the practice enters health data of a client who has not agreed. */
  nameBasis: endpoint({
    method: 'POST',
    path: '/customers/{customerId}/health-consent/basis',
    allow: ['administrador'],
    opens: 'health-consent',
    params,
    body: NameLegalBasis,
    reply: HealthConsentOfCustomer,
    audit: 'HEALTH_BASIS_NAMED',
    refusals: [],
  }),
}
