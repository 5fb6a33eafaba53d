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

const published = async (product: BenchProduct, client: BenchPerson) => {
  const call = budgetCall(product, client)
  await product.call('payments.saveBudget', { ...call, body: { content: budgetContent, revision: 0 } })
  const reply = await product.call('payments.publishBudget', { ...call, body: { revision: 1 } })
  return { budgetId: call.params.budgetId, reply }
}

const accepted = async (product: BenchProduct, client: BenchPerson) => {
  const { budgetId } = await published(product, client)
  const body = {
    version: 1,
    optionId: 1,
    inParts: true,
    taxId: '12345678Z',
    address: 'Calle Mayor, 1, 28013 Madrid',
  }
  const reply = await product.call('payments.acceptBudget', { as: client, params: { budgetId }, body })
  return { budgetId, reply }
}

const explained = async (product: BenchProduct, client: BenchPerson) => {
  const call = analysisCall(product, client)
  await product.call('files.saveAnalysis', { ...call, body: analysis })
  const reply = await product.call('files.publishAnalysis', { ...call, body: { version: 1 } })
  return { call, reply }
}

const sent = async (product: BenchProduct, as: 'client' | 'practice', client: BenchPerson): Promise<string> => {
  const body = { requestId: crypto.randomUUID(), text: '¿Puedo tomarlo con café?' }
  const { body: reply } =
    as === 'client'
      ? await product.call('messages.sendMine', { as: client, body })
      : await product.call('messages.sendToCustomer', { ...ofCustomer(product, client), body })
  return (JSON.parse(reply ?? '{}') as { readonly message: { readonly sentAt: string } }).message.sentAt
}

const ofCustomer = (product: BenchProduct, client: BenchPerson) => ({
  as: product.administrator,
  params: { customerId: customerOf(client) },
})

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
    run: async (product, client) => (await published(product, client)).reply,
  },
  {
    name: 'payments.askAboutBudget, with its publication',
    kind: 'write',
    run: async (product, client) => {
      const { budgetId } = await published(product, client)
      const body = { text: '¿Entra la segunda muestra?' }
      return product.call('payments.askAboutBudget', { as: client, params: { budgetId }, body })
    },
  },
  {
    name: 'payments.acceptBudget, with its publication',
    kind: 'write',
    run: async (product, client) => (await accepted(product, client)).reply,
  },
  {
    name: 'payments.budgetCancellation, with the acceptance',
    kind: 'write',
    run: async (product, client) => {
      const { budgetId } = await accepted(product, client)
      return product.call('payments.budgetCancellation', { as: client, params: { budgetId } })
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
    run: async (product, client) => (await explained(product, client)).reply,
  },
  {
    name: 'files.publishAnalysis, a correction, with what it corrects',
    kind: 'write',
    run: async (product, client) => {
      const { call } = await explained(product, client)
      await product.call('files.saveAnalysis', {
        ...call,
        body: { ...analysis, findings: 'Hay variedad.', version: 1 },
      })
      return product.call('files.publishAnalysis', { ...call, body: { version: 2 } })
    },
  },
  {
    name: 'files.seeAnalysis, with its publication',
    kind: 'write',
    run: async (product, client) => {
      const { analysisId } = (await explained(product, client)).call.params
      return product.call('files.seeAnalysis', { as: client, params: { analysisId }, body: { edition: 1 } })
    },
  },
  {
    name: 'messages.seeMine, with the message',
    kind: 'write',
    run: async (product, client) =>
      product.call('messages.seeMine', {
        as: client,
        body: { seenUntil: await sent(product, 'practice', client) },
      }),
  },
  {
    name: 'messages.closeQuestion, with the question',
    kind: 'write',
    run: async (product, client) =>
      product.call('messages.closeQuestion', {
        ...ofCustomer(product, client),
        body: { until: await sent(product, 'client', client) },
      }),
  },
]
