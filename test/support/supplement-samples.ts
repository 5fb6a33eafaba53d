import type { ClientSupplement } from '#contract/client-supplement'

/** Magnesium at night since Monday, the 16th of November. */
export const aSupplement: ClientSupplement = {
  clientSupplementId: 'csu_aaaaaaaa',
  supplementId: 'sup_magnesio-aaaaaaaa',
  name: 'Magnesio',
  amount: 200,
  unit: 'mg',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Con comida',
  pattern: 'Continuo',
  instructions: null,
  duration: null,
  startDate: '2026-11-16',
  endDate: null,
  packDoses: null,
  status: 'active',
  dosage: '200 mg',
  frequencyText: '1 vez al día - Noche',
  instructionsText: 'Suplemento: Magnesio\nCómo tomar con comida: Con comida\nPatrón: Continuo',
  createdAt: '2026-11-16T09:00:00.000Z',
  version: 4,
  groupId: null,
  canReopen: false,
}
