import { type LegalBasis, legalBases } from '#contract/health-consent'

export const basisText: Readonly<Record<LegalBasis, string>> = {
  'written-consent': 'Consentimiento por escrito en papel',
  'vital-interests': 'Interés vital (art. 9.2.c RGPD)',
  'health-care': 'Asistencia sanitaria (art. 9.2.h RGPD)',
}

export const basisOptions = legalBases.map((basis) => [basis, basisText[basis]] as const)
