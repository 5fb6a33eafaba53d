import { screen } from '@testing-library/preact'
import type { ClientSupplement } from '#contract/client-supplement'
import { openProductPath } from './browser-app.tsx'
import { fakeApi } from './fake-api.ts'
import { customerApiPath } from './record-app.ts'
import { sampleClientSupplement } from './supplement-samples.ts'

export const sampleZinc: ClientSupplement = {
  ...sampleClientSupplement,
  clientSupplementId: 'csu_zinczinc',
  name: 'Zinc',
  amount: 15,
  foodRelation: 'Indiferente',
  startDate: '2026-11-01',
  version: 3,
}

export const stubSupplementsInForce = (...items: readonly ClientSupplement[]): void =>
  fakeApi.answer(`GET ${customerApiPath}/supplements`, { items: [...items], next: null })

export async function openProtocolPage() {
  const person = openProductPath('/client/cus_aaaaaaaa/pauta')
  await screen.findByLabelText('Añadir suplemento')
  return person
}

export const protocolEntry = () => screen.getByLabelText<HTMLInputElement>('Añadir suplemento')
export const protocolCell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const protocolLine = (name: RegExp) => screen.getByRole('row', { name })
