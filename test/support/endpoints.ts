import { api, type Domain, domains } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { Response } from '#platform/http'
import { asking } from './asking.ts'
import type { Practice } from './practice.ts'

export interface NamedEndpoint {
  readonly domain: Domain
  /** E.g. `payments.list`. */
  readonly name: string
  readonly endpoint: Endpoint
}

export const endpoints: readonly NamedEndpoint[] = domains.flatMap((domain) =>
  Object.entries<Endpoint>(api[domain]).map(([name, endpoint]) => ({ domain, name: `${domain}.${name}`, endpoint })),
)

type Serving = (open: () => Practice) => (event: never, context: never) => Promise<Response | undefined>

export async function askingDomain(domain: Domain, practice: Practice) {
  const module = (await import(`../../functions/${domain}/handler.ts`)) as { withServices: Serving }
  return asking(module.withServices(() => practice))
}

const OF_NOBODY: Readonly<Record<string, string>> = {
  customerId: 'cus_of-nobody',
  importId: 'imp_of-nobody',
  chunk: '0',
  consultationId: 'con_of-nobody',
  fileId: 'fil_of-nobody',
  clientSupplementId: 'csu_of-nobody',
  templateId: 'tpl_of-nobody',
  findingId: 'fnd_of-nobody',
  orderId: 'ord_of-nobody',
  mailId: 'mai_of-nobody',
  paymentId: 'pay_of-nobody',
  userId: 'usr_of-nobody',
  auditId: 'aud_of-nobody',
  version: '999',
  check: 'of-nobody',
  sessionId: '00000000-0000-4000-8000-999999999999',
}

/** Valid ids without an item, for each path parameter. */
export const idsOfNobody = ({ path }: Endpoint): Record<string, string> =>
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
  'customers.edit': { name: 'Nadie', email: 'nadie@correo.test', version: 1 },
  'consent.nameBasis': { basis: 'health-care' },
  'customers.writeImport': { rows: [{ name: 'Nadie', email: 'nadie@correo.test' }] },
  'supplements.add': { ...aDosing, name: 'Magnesio' },
  'supplements.edit': { ...aDosing, status: 'active', version: 1 },
  'supplements.addByMoment': {
    name: 'Magnesio',
    unit: 'g',
    doses: [
      { time: 'Con desayuno', amount: 1 },
      { time: 'Con cena', amount: 2 },
    ],
    foodRelation: 'Indiferente',
    pattern: 'Continuo',
    startDate: '2026-12-01',
  },
  'supplements.finish': { version: 1 },
  'supplements.reopen': { version: 1 },
  'questionnaire.see': { version: 1 },
  'privacy.askAboutOpening': { at: '2026-11-21T09:00:00.000Z', reason: 'why' },
  'files.offerUpload': { fileType: 'invoice', fileName: 'factura.pdf', sizeBytes: 1 },
  'notifications.send': { type: 'invoice', details: { fileName: 'factura.pdf' } },
  'users.changeRole': { role: 'cliente' },
  'consultations.move': { ...anAppointment, version: 1 },
  'consultations.edit': { ...anAppointment, version: 1 },
  'consultations.setStatus': { status: 'completed', version: 1 },
}
export const bodyFor = (name: string): object | undefined => bodies[name]

const queries: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  'supplements.remove': { version: 1 },
  'files.listOfCustomer': { fileType: 'invoice' },
  'consultations.cancel': { version: 1 },
  'consultations.remove': { version: 1 },
}
export const queryFor = (name: string): Readonly<Record<string, string | number>> | undefined => queries[name]
