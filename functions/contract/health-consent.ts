import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { HEALTH_CONSENT_VERSION } from './product.ts'
import { CustomerId, IsoInstant } from './value-schemas.ts'

/** The only purpose of clients' health data, recorded in the consent ledger. */
export const HEALTH_DATA_PURPOSE = 'asesoramiento-microbiota-nutricion'

/** Legal bases other than the client's own online consent (GDPR, article 9.2). */
export const healthDataLegalBases = ['written-consent', 'vital-interests', 'health-care'] as const
export type HealthDataLegalBasis = (typeof healthDataLegalBases)[number]

/**
 * Who asked, and how, for a withdrawal registered by the practice. A closed list, because free text could contain
 * health data.
 */
export const healthWithdrawalRequests = [
  'client-written',
  'client-spoken',
  'guardian-written',
  'guardian-spoken',
] as const
export type HealthWithdrawalRequest = (typeof healthWithdrawalRequests)[number]

/**
 * `none`: never asked, or never agreed; `given`: to the current text; `outdated`: to an older text, asked again at the
 * next entry of health data; `withdrawn`: no more data is taken.
 */
const states = ['none', 'given', 'outdated', 'withdrawn'] as const

export const HealthConsentStatus = z.object({
  state: z.enum(states),
  givenAt: z.nullable(IsoInstant),
  textVersion: z.nullable(z.string()),
  byGuardian: z.boolean(),
  withdrawnAt: z.nullable(IsoInstant),
  erasing: z.boolean(),
})
export type HealthConsentStatus = z.infer<typeof HealthConsentStatus>

export const CustomerHealthConsentStatus = z.extend(HealthConsentStatus, {
  basis: z.nullable(z.object({ basis: z.enum(healthDataLegalBases), namedAt: IsoInstant })),
  /** Whether the practice may enter health data: never while they are being erased, whatever the legal basis. */
  mayEnter: z.boolean(),
})
export type CustomerHealthConsentStatus = z.infer<typeof CustomerHealthConsentStatus>

const GiveHealthConsent = z.strictObject({
  accepted: z.literal(true, { error: 'Marca la casilla para dar tu consentimiento' }),
  textVersion: z.literal(HEALTH_CONSENT_VERSION),
})

const NameLegalBasis = z.strictObject({
  basis: z.enum(healthDataLegalBases, { error: 'Elige la base legal' }),
})

const RegisterHealthWithdrawal = z.strictObject({
  asked: z.enum(healthWithdrawalRequests, { error: 'Elige quién lo ha pedido y cómo' }),
})

/** Only consents, given here or on paper, can be withdrawn; other legal bases cannot. */
export const canRegisterHealthWithdrawal = ({ state, basis }: Pick<CustomerHealthConsentStatus, 'state' | 'basis'>) =>
  state === 'given' || state === 'outdated' || basis?.basis === 'written-consent'

export const ownHealthDataEndpointOptions = {
  health: true,
  refusals: ['birth-date-missing', 'guardian-consent-required', 'health-consent-required', 'changed-meanwhile'],
} as const

const params = z.object({ customerId: CustomerId })

export const healthConsentEndpoints = {
  readHealth: defineEndpoint({
    method: 'GET',
    path: '/consent/health',
    allow: ['cliente'],
    reply: HealthConsentStatus,
    audit: 'none',
    refusals: [],
  }),
  /** For clients under 18 the guardian gives it through a mailed link. */
  giveHealth: defineEndpoint({
    method: 'POST',
    path: '/consent/health',
    allow: ['cliente'],
    body: GiveHealthConsent,
    reply: HealthConsentStatus,
    audit: 'HEALTH_CONSENT_GIVEN',
    refusals: ['birth-date-missing', 'guardian-consent-required', 'changed-meanwhile'],
  }),
  /** Stops all input; within the hour, data that the law requires is blocked and the rest erased. */
  withdrawHealth: defineEndpoint({
    method: 'POST',
    path: '/consent/health/withdrawal',
    allow: ['cliente'],
    body: z.strictObject({}),
    reply: HealthConsentStatus,
    audit: 'HEALTH_CONSENT_WITHDRAWN',
    refusals: ['changed-meanwhile'],
  }),
  readHealthOfCustomer: defineEndpoint({
    method: 'GET',
    path: '/customers/{customerId}/health-consent',
    allow: ['administrador'],
    opens: 'health-consent',
    params,
    reply: CustomerHealthConsentStatus,
    audit: 'none',
    refusals: [],
  }),
  nameBasis: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/health-consent/basis',
    allow: ['administrador'],
    opens: 'health-consent',
    params,
    body: NameLegalBasis,
    reply: CustomerHealthConsentStatus,
    audit: 'HEALTH_BASIS_NAMED',
    refusals: [],
  }),
  withdrawHealthOfCustomer: defineEndpoint({
    method: 'POST',
    path: '/customers/{customerId}/health-consent/withdrawal',
    allow: ['administrador'],
    opens: 'health-consent',
    assurance: 'fresh',
    params,
    body: RegisterHealthWithdrawal,
    reply: CustomerHealthConsentStatus,
    audit: 'HEALTH_CONSENT_WITHDRAWN',
    refusals: ['changed-meanwhile'],
  }),
}
