import { type HealthDataLegalBasis, healthDataLegalBases } from '#contract/health-consent'

export const legalBasisLabels: Readonly<Record<HealthDataLegalBasis, string>> = {
  'written-consent': 'Consentimiento por escrito en papel',
  'vital-interests': 'Interés vital (art. 9.2.c RGPD)',
  'health-care': 'Asistencia sanitaria (art. 9.2.h RGPD)',
}

export const legalBasisOptions = healthDataLegalBases.map((basis) => [basis, legalBasisLabels[basis]] as const)
