import { type ApiDomain, apiDomains, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import type { ApiResponse } from '#platform/http'
import { createBudgetContent, createBudgetOption } from './budgets.ts'
import { createEndpointCaller } from './endpoint-caller.ts'
import type { TestPractice } from './practice.ts'

export interface NamedEndpoint {
  readonly domain: ApiDomain
  /** E.g. `payments.list`. */
  readonly name: string
  readonly endpoint: Endpoint
}

export const allEndpoints: readonly NamedEndpoint[] = apiDomains.flatMap((domain) =>
  Object.entries<Endpoint>(endpointsByDomain[domain]).map(([name, endpoint]) => ({
    domain,
    name: `${domain}.${name}`,
    endpoint,
  })),
)

type Serving = (open: () => TestPractice) => (event: never, context: never) => Promise<ApiResponse | undefined>

export async function createDomainCaller(domain: ApiDomain, practice: TestPractice) {
  const module = (await import(`../../functions/${domain}/handler.ts`)) as { createLambdaHandler: Serving }
  return createEndpointCaller(module.createLambdaHandler(() => practice))
}

const OF_NOBODY: Readonly<Record<string, string>> = {
  customerId: 'cus_of-nobody',
  importId: 'imp_of-nobody',
  chunk: '0',
  consultationId: 'con_of-nobody',
  fileId: 'fil_of-nobody',
  analysisId: 'ana_of-nobody',
  clientSupplementId: 'csu_of-nobody',
  templateId: 'tpl_of-nobody',
  budgetId: 'bud_of-nobody',
  budgetTemplateId: 'btp_of-nobody',
  findingId: 'fnd_of-nobody',
  orderId: 'ord_of-nobody',
  mailId: 'mai_of-nobody',
  paymentId: 'pay_of-nobody',
  userId: 'usr_of-nobody',
  auditId: 'aud_of-nobody',
  correctionId: 'cor_of-nobody',
  version: '999',
  check: 'of-nobody',
  sessionId: '00000000-0000-4000-8000-999999999999',
}

export const createUnknownIds = ({ path }: Endpoint): Record<string, string> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, OF_NOBODY[name] ?? unknownParameter(name)]),
  )

const unknownParameter = (name: string): never => {
  throw new Error(`no id of nobody is known for {${name}}`)
}

const anAppointment = { startsAt: '2026-12-01T10:00:00.000Z', durationMinutes: 60, type: 'general' }

const aDosing = {
  amount: 1,
  unit: 'g',
  frequency: '1 vez al día',
  times: ['Mañana'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-12-01',
}

/** Valid bodies for endpoints that parse the body before they look at the id. */
const bodies: Readonly<Record<string, object>> = {
  'customers.correctPathway': { state: 'finished', reason: 'done-outside', version: 0 },
  'customers.edit': { name: 'Nadie', email: 'nadie@correo.test', version: 1 },
  'consent.nameBasis': { basis: 'health-care' },
  'consent.withdrawHealthOfCustomer': { asked: 'client-written' },
  'customers.writeImport': { rows: [{ name: 'Nadie', email: 'nadie@correo.test' }] },
  'payments.saveBudget': { content: createBudgetContent(), revision: 0 },
  'payments.answerBudgetQuestion': { askedAt: '2026-11-21T09:00:00.000Z', answer: 'Sí, ocho horas' },
  'payments.askAboutBudget': { text: '¿Y si tengo celiaquía?' },
  'payments.declineBudget': { version: 1, reason: 'price' },
  'payments.publishBudget': { revision: 1 },
  'payments.acceptBudget': {
    version: 1,
    optionId: 1,
    inParts: false,
    taxId: '00000000T',
    address: 'Calle de Ejemplo, 12, 28010 Madrid',
  },
  'payments.checkoutBudgetPart': {},
  'payments.cancelBudget': { refundCents: 0 },
  'payments.cancelBudgetOfCustomer': { refundCents: 0 },
  'payments.noteBudgetAnalysis': { number: 1, used: true },
  'payments.noteBudgetInvoice': { kind: 'invoice', orderId: 'ord_of-nobody', refundId: null, done: true },
  'payments.saveBudgetTemplate': { name: 'Completo', option: createBudgetOption(), validDays: 14, version: 1 },
  'supplements.add': { ...aDosing, name: 'Magnesio', requestId: '33333333-3333-4333-8333-333333333333' },
  'supplements.edit': { ...aDosing, status: 'active', version: 1 },
  'supplements.addByMoment': {
    name: 'Magnesio',
    requestId: '33333333-3333-4333-8333-333333333333',
    unit: 'g',
    doses: [
      { time: 'Con desayuno', amount: 1 },
      { time: 'Con cena', amount: 2 },
    ],
    foodRelation: 'Indiferente',
    pattern: 'Continuo',
    startDate: '2026-12-01',
  },
  'supplements.publish': {
    requestId: '00000000-0000-4000-8000-999999999999',
    seen: [],
    change: [],
    finish: [],
    prescribe: [
      {
        name: 'Magnesio',
        unit: 'g',
        doses: [{ time: 'Mañana', amount: 1 }],
        foodRelation: 'Indiferente',
        pattern: 'Continuo',
        startDate: '2026-12-01',
      },
    ],
  },
  'supplements.setPackOrdered': { ordered: true, runsOutDay: '2026-11-25' },
  'supplements.finish': { version: 1 },
  'supplements.reopen': { version: 1 },
  'questionnaire.see': { version: 1 },
  'questionnaire.seeCheckIn': { week: '2026-11-16', answeredAt: '2026-11-21T09:00:00.000Z' },
  'messages.sendMine': { requestId: '11111111-1111-4111-8111-111111111111', text: 'Hola' },
  'messages.sendToCustomer': { requestId: '11111111-1111-4111-8111-111111111111', text: 'Hola' },
  'messages.seeOfCustomer': { seenUntil: '2026-11-21T09:00:00.000Z' },
  'messages.closeQuestion': { until: '2026-11-21T09:00:00.000Z' },
  'messages.changeTemplate': { name: 'Café', text: 'Después del café.', version: 1 },
  'privacy.askAboutOpening': { at: '2026-11-21T09:00:00.000Z', reason: 'why' },
  'files.saveAnalysis': {
    sampledOn: '2026-10-26',
    laboratory: 'Laboratorio Ejemplo',
    method: '16S rRNA',
    findings: 'Poca variedad',
    meaning: 'Encaja con la hinchazón',
    nextSteps: 'Más fibra',
    values: [{ marker: 'Calprotectina', value: '<38', unit: 'µg/g', range: 'menos de 50' }],
    version: 0,
  },
  'files.publishAnalysis': { version: 1 },
  'files.seeAnalysis': { edition: 1 },
  'files.offerUpload': { fileType: 'invoice', fileName: 'factura.pdf', sizeBytes: 1 },
  'notifications.send': { type: 'invoice', details: { fileName: 'factura.pdf' } },
  'users.changeRole': { role: 'cliente' },
  'consultations.move': { ...anAppointment, version: 1 },
  'consultations.edit': { ...anAppointment, version: 1 },
  'consultations.setStatus': { status: 'cancelled', version: 1 },
  'consultations.saveNotes': { plan: 'Menos café', version: 0 },
  'consultations.shareSummary': { version: 1 },
  'notifications.markSeen': { seenUntil: '2026-11-21T10:00:00.000Z' },
  'notifications.setMailFrequency': { mail: 'daily' },
  'consultations.chooseOwnSlotProposal': { startsAt: anAppointment.startsAt },
  'consultations.refuseOwnSlotProposals': { round: 1 },
  'consultations.sendSlotProposals': { after: null },
  'consultations.requestEarlyStart': {
    startsAt: '2026-12-01T09:00:00.000Z',
    expressRequest: true,
    acknowledgement: true,
  },
  'consultations.answerPrice': { priceCents: 8000, answer: 'accept' },
  'payments.checkoutConsultation': { priceCents: 8000 },
  'payments.refundOwn': { refundId: 'ref_of-nobody', amountCents: 8000 },
  'payments.refundOfCustomer': { refundId: 'ref_of-nobody', amountCents: 8000, reason: 'Por una avería' },
}
export const getSampleBody = (name: string): object | undefined => bodies[name]

const queries: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'supplements.remove': { version: 1 },
  'files.listOfCustomer': { fileType: 'invoice' },
  'customers.withdrawPathwayCorrection': { version: 1 },
  'consultations.cancel': { version: 1 },
  'consultations.remove': { version: 1 },
  'customers.listPathways': { list: 'inactive' },
  'consultations.toClose': { before: '2026-12-31T00:00:00.000Z' },
  'consultations.listFreeSlots': { type: 'primera_consulta', week: '2026-11-30' },
  'consultations.listSlotsForMove': { week: '2026-11-30', durationMinutes: 30 },
}
export const getSampleQuery = (name: string): Readonly<Record<string, string | number>> | undefined => queries[name]
