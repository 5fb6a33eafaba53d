import { ClientSupplement } from '#contract/client-supplement'
import { toReply } from '#data/stored-record'

export const sampleClientSupplement: ClientSupplement = toReply(ClientSupplement, {
  clientSupplementId: 'csu_aaaaaaaa',
  supplementId: 'sup_magnesio-aaaaaaaa',
  name: 'Magnesio',
  amount: 200,
  unit: 'mg',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Con comida',
  pattern: 'Continuo',
  startDate: '2026-11-16',
  status: 'active',
  dosage: '200 mg',
  frequencyText: '1 vez al día - Noche',
  instructionsText: 'Suplemento: Magnesio\nCómo tomar con comida: Con comida\nPatrón: Continuo',
  createdAt: '2026-11-16T09:00:00.000Z',
  countedFrom: '2026-11-16',
  version: 4,
  canReopen: false,
})

export const sampleMagnesium: ClientSupplement = {
  ...sampleClientSupplement,
  name: 'Magnesio bisglicinato',
  frequency: '2 veces al día',
  times: ['Noche', 'Con desayuno'],
  foodRelation: 'Después de comer',
  startDate: '2026-11-07',
  createdAt: '2026-11-07T09:00:00.000Z',
  countedFrom: '2026-11-07',
}
