import type { BenchAction } from './bench-action.ts'
import type { BenchPerson } from './bench-event.ts'
import type { BenchProduct } from './bench-product.ts'

const customerOf = ({ sub }: BenchPerson) => `cus_${sub}`

const newId = (prefix: string, product: BenchProduct): string =>
  `${prefix}_bench-${String(product.newNumber()).padStart(8, '0')}`

const budgetContent = {
  options: [
    {
      title: 'Acompañamiento',
      includes: ['Estudio de microbiota', 'Pauta de suplementos'],
      excludes: ['Suplementos'],
      consultations: { count: 3, type: 'seguimiento', durationMinutes: 30, referenceCents: 6000 },
      analyses: { count: 1, referenceCents: 18_000 },
      months: { count: 3, referenceCents: 2000 },
      priceCents: 39_000,
      laterParts: [{ kind: 'consultation', number: 2 }],
    },
  ],
  recommended: 1,
  recommendation: 'Es lo que pide lo que nos cuentas.',
  validUntil: '2027-01-31',
}

const budgetCall = (product: BenchProduct, client: BenchPerson) => ({
  as: product.administrator,
  params: { customerId: customerOf(client), budgetId: newId('bud', product) },
})

const values = Array.from({ length: 20 }, (_, n) => ({
  marker: `Marcador ${n + 1}`,
  value: `${n},5`,
  unit: 'mg/g',
  range: '< 50',
}))

const analysis = {
  sampledOn: '2026-11-02',
  laboratory: 'Laboratorio Central',
  method: 'ELISA',
  fileId: null,
  findings: 'Hay poca variedad.',
  meaning: 'Explica la hinchazón.',
  nextSteps: 'Más fibra y otra muestra en tres meses.',
  values,
  version: 0,
}

const analysisCall = (product: BenchProduct, client: BenchPerson) => ({
  as: product.administrator,
  params: { customerId: customerOf(client), analysisId: newId('ana', product) },
})

/** What a client is offered and what was measured of them, from the first save to what the client reads. */
export const planActions: readonly BenchAction[] = [
  {
    name: 'payments.saveBudget',
    kind: 'write',
    run: (product, client) =>
      product.call('payments.saveBudget', {
        ...budgetCall(product, client),
        body: { content: budgetContent, revision: 0 },
      }),
  },
  {
    name: 'payments.publishBudget, with its saving',
    kind: 'write',
    run: async (product, client) => {
      const call = budgetCall(product, client)
      await product.call('payments.saveBudget', { ...call, body: { content: budgetContent, revision: 0 } })
      return product.call('payments.publishBudget', { ...call, body: { revision: 1 } })
    },
  },
  {
    name: 'files.saveAnalysis',
    kind: 'write',
    run: (product, client) => product.call('files.saveAnalysis', { ...analysisCall(product, client), body: analysis }),
  },
  {
    name: 'files.publishAnalysis, with its saving',
    kind: 'write',
    run: async (product, client) => {
      const call = analysisCall(product, client)
      await product.call('files.saveAnalysis', { ...call, body: analysis })
      return product.call('files.publishAnalysis', { ...call, body: { version: 1 } })
    },
  },
]
