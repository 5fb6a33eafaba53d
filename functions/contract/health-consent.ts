import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { HEALTH_CONSENT_VERSION } from './product.ts'
import { CustomerId, Instant } from './values.ts'

/** The only purpose that clients' health data may be used for, as recorded in the consent ledger. */
export const HEALTH_PURPOSE = 'asesoramiento-microbiota-nutricion'

/** Legal bases other than the client's own online consent (GDPR, article 9.2). */
export const legalBases = ['written-consent', 'vital-interests', 'health-care'] as const
export type LegalBasis = (typeof legalBases)[number]

/**
 * `none`: never asked, or never agreed; `given`: to the current text; `outdated`: to an older text, asked again at the
 * next health data they enter; `withdrawn`: no more data is taken.
 */
const states = ['none', 'given', 'outdated', 'withdrawn'] as const

export const HealthConsent = z.object({
  state: z.enum(states),
  givenAt: z.nullable(Instant),
  textVersion: z.nullable(z.string()),
  byGuardian: z.boolean(),
  withdrawnAt: z.nullable(Instant),
  erasing: z.boolean(),
})
export type HealthConsent = z.infer<typeof HealthConsent>

export const HealthConsentOfCustomer = z.extend(HealthConsent, {
  basis: z.nullable(z.object({ basis: z.enum(legalBases), namedAt: Instant })),
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

export const ownHealthData = {
  health: true,
  refusals: ['birth-date-missing', 'guardian-consent-required', 'health-consent-required', 'changed-meanwhile'],
} as const

const params = z.object({ customerId: CustomerId })

export const healthConsent = {
  readHealth: endpoint({
    method: 'GET',
    path: '/consent/health',
    allow: ['cliente'],
    reply: HealthConsent,
    audit: 'none',
    refusals: [],
  }),
  /** For clients under 18 the guardian gives it through a mailed link. */
  giveHealth: endpoint({
    method: 'POST',
    path: '/consent/health',
    allow: ['cliente'],
    body: GiveHealthConsent,
    reply: HealthConsent,
    audit: 'HEALTH_CONSENT_GIVEN',
    refusals: ['birth-date-missing', 'guardian-consent-required', 'changed-meanwhile'],
  }),
  /** From now on no data is taken; what the law keeps is blocked and the rest erased within the hour. */
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
