import type { CustomerAnalysis } from '#contract/analysis-endpoints'
import { fakeApi } from './fake-api.ts'
import { customerApiPath, openCustomerRecord, stubCustomerRecord } from './record-app.ts'
import { fillIn, press } from './sendable-form.ts'

export const sampleAnalysis: CustomerAnalysis = {
  analysisId: 'ana_12345678',
  sampledOn: '2026-10-26',
  laboratory: 'Laboratorio Ejemplo',
  method: 'ELISA',
  fileId: null,
  findings: 'Poca variedad',
  meaning: 'Encaja con la hinchazón',
  nextSteps: 'Más fibra',
  values: [{ marker: 'Zinc', value: '0,4', unit: 'mg/l', range: '0,7 a 1,2' }],
  version: 1,
  createdAt: '2026-11-20T09:00:00.000Z',
  savedAt: '2026-11-20T09:00:00.000Z',
  savedBy: 'Elena Prado',
  published: null,
}

export async function openAnalysisForm(): Promise<void> {
  stubCustomerRecord()
  fakeApi.answer(`GET ${customerApiPath}/analyses`, { items: [sampleAnalysis], next: null })
  openCustomerRecord('analytics')
  await press('Seguir con la analítica del 26 de octubre de 2026')
}

export async function fillInAnalysis(): Promise<void> {
  await openAnalysisForm()
  await fillIn('analysis', { findings: 'Mucha variedad' })
}

export async function openAnalysisReadBack(): Promise<void> {
  await fillInAnalysis()
  fakeApi.answer(`PUT ${customerApiPath}/analyses/ana_12345678`, { ...sampleAnalysis, version: 2 })
  await press('Repasar y publicar')
}
