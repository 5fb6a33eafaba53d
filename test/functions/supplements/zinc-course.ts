import { supplements } from '#contract/supplements-domain'
import { createLambdaHandler } from '../../../functions/supplements/handler.ts'
import { createEndpointCaller } from '../../support/endpoint-caller.ts'
import { createCliente, createAdministrador, createPasswordSessionClaims } from '../../support/people.ts'
import { createTestPractice } from '../../support/practice.ts'

export const zincPrescription = {
  name: 'Zinc',
  amount: 15,
  unit: 'mg',
  frequency: '1 vez al día',
  times: ['Noche'],
  foodRelation: 'Indiferente',
  pattern: 'Continuo',
  startDate: '2026-11-11',
} as const
const { name: _, ...course } = zincPrescription
export { course }

/** It is Saturday the 21st. */
export async function createZincCourse() {
  const practice = await createTestPractice()
  const [boss, client] = [await createAdministrador(practice), await createCliente(practice)]
  const ask = createEndpointCaller(createLambdaHandler(() => practice))
  const as = () => createPasswordSessionClaims(boss, practice)
  const asClient = () => createPasswordSessionClaims(client, practice)
  const { customerId } = client
  const stored = {
    ...zincPrescription,
    times: [...zincPrescription.times],
    customerId,
    clientSupplementId: 'csu_zinc-since-the-11th',
    supplementId: 'sup_zinc-aaaaaaaaaaaa',
    status: 'active',
    version: 1,
    createdAt: '2026-11-11T09:00:00.000Z',
  } as const
  await practice.data.clientSupplements.put({ ...stored, times: [...zincPrescription.times] }).go()
  const params = { customerId, clientSupplementId: stored.clientSupplementId }
  const tick = (day: string, more: object = {}) => {
    const { clientSupplementId } = params
    const body = { clientSupplementId, day, time: 'Noche', taken: true, ...more }
    return ask(supplements.tick, { as: asClient(), body })
  }
  const adherence = async () => (await ask(supplements.adherence, { as: as(), params: { customerId } })).body
  const mine = async () => (await ask(supplements.listMine, { as: asClient() })).body.items
  const edit = (changes: object) =>
    ask(supplements.edit, { as: as(), params, body: { ...course, status: 'active', version: 1, ...changes } })
  const put = (changes: object) => practice.data.clientSupplements.put({ ...stored, times: ['Noche'], ...changes }).go()
  const setTimeZone = (timeZone: string) => practice.data.users.patch({ userId: client.userId }).set({ timeZone }).go()
  return { practice, ask, as, asClient, customerId, params, tick, adherence, mine, edit, put, setTimeZone }
}
