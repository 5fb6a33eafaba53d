import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import type { PageCursor } from '#contract/value-schemas'
import type { Endpoint, EndpointRequestInput } from '#contract/endpoint'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { payWithNewAccount, proveAddress, registerVerifiedPerson } from '../../journeys/clients.ts'
import { listFreeHours } from '../../journeys/hours.ts'
import { openBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { getDemoAccount, listConsoleMails, sendConsoleCommand, waitForMail } from '../../support/local-console.ts'

type SmallJourney = () => Promise<void>

async function signIn(role: 'administrador' | 'cliente') {
  const { token } = await openBrowserSession(await getDemoAccount(role))
  const ask = <E extends Endpoint>(endpoint: E, request: EndpointRequestInput<E>) =>
    callEndpointOverHttp(endpoint, request, { token })
  return { ask, customerId: (await ask(apiContract.account.session, {})).customerId ?? '' }
}

async function expectTaken(answered: Promise<Response>): Promise<void> {
  const answer = await answered
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}

const register: SmallJourney = async () => {
  await registerVerifiedPerson(createJourneyPerson())
}

const readProtocol: SmallJourney = async () => {
  const { ask } = await signIn('cliente')
  const { items } = await ask(apiContract.ownSupplements.listMine, { query: {} })
  expect(items.length).toBeGreaterThan(0)
}

const readConsultations: SmallJourney = async () => {
  const { ask } = await signIn('cliente')
  const { items } = await ask(apiContract.ownConsultations.listMine, { query: {} })
  expect(items.length).toBeGreaterThan(0)
}

const turnPage: SmallJourney = async () => {
  const { ask } = await signIn('administrador')
  const listOne = async (cursor: PageCursor | null) =>
    ask(apiContract.customers.list, { query: { limit: 1, ...(cursor && { cursor }) } })
  const first = await listOne(null)
  const second = await listOne(first.next)
  if (second.items[0]?.customerId === first.items[0]?.customerId) throw new Error('the second page is the first')
}

const upload: SmallJourney = async () => {
  const { customerId } = await signIn('cliente')
  const { ask } = await signIn('administrador')
  const bytes = new TextEncoder().encode('%PDF-1.7\n%%EOF\n')
  const file = { fileName: 'Factura.pdf', fileType: 'invoice', sizeBytes: bytes.length } as const
  const offered = await ask(apiContract.files.offerUpload, { params: { customerId }, body: file })
  const form = new FormData()
  for (const [name, given] of Object.entries(offered.fields)) form.append(name, given)
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), file.fileName)
  await expectTaken(fetch(offered.url, { method: 'POST', body: form }))
  const { fileId } = offered
  await ask(apiContract.files.completeUpload, { params: { customerId, fileId } })
}

/** A receipt can be read at once, even if its scan has not ended. */
const downloadReceipt: SmallJourney = async () => {
  await sendConsoleCommand('malware-scan', { pace: 'late' })
  try {
    const { ask } = await signIn('cliente')
    const [{ paymentId } = { paymentId: '' }] = (await ask(apiContract.payments.list, { query: {} })).items
    const { url } = await ask(apiContract.payments.receipt, { params: { paymentId } })
    await expectTaken(fetch(url))
  } finally {
    await sendConsoleCommand('malware-scan', { pace: 'at-once' })
  }
}

const buyAnHour: SmallJourney = async () => {
  const person = createJourneyPerson()
  const [startsAt = ''] = await listFreeHours(4)
  const { token } = await payWithNewAccount(person, startsAt)
  await proveAddress(person, token)
  const session = await openBrowserSession(person)
  const { items } = await callEndpointOverHttp(apiContract.ownConsultations.listMine, { query: {} }, session)
  expect(items).toMatchObject([{ startsAt, status: 'scheduled' }])
}

const takeDataAndLeave: SmallJourney = async () => {
  const person = createJourneyPerson()
  const session = await registerVerifiedPerson(person)
  const { requestExport, latestExport, requestDeletion } = apiContract.privacy
  await callEndpointOverHttp(requestExport, { body: {} }, session)
  const readDownload = async () => (await callEndpointOverHttp(latestExport, {}, session)).download
  await expect.poll(readDownload, { timeout: 30_000, interval: 200 }).not.toBeNull()
  const bytes = await (await fetch((await readDownload())?.url ?? '')).bytes()
  expect(String.fromCharCode(...bytes.subarray(0, 2))).toBe('PK')
  await callEndpointOverHttp(requestDeletion, { body: { understood: true, final: true, word: 'ELIMINAR' } }, session)
  await sendConsoleCommand('clock', { advance: 'P15D' })
  await expect(openBrowserSession(person)).rejects.toThrow(/Incorrect username or password|User does not exist/)
}

/** Moves the clock, so it must be the last one on a product. Its jobs have ended when this resolves. */
async function buyAndWaitADay(): Promise<string> {
  const person = createJourneyPerson()
  await payWithNewAccount(person)
  await waitForMail(person.email, /Verifica/)
  await sendConsoleCommand('clock', { advance: 'PT25H' })
  return person.email
}

const buyAndBeReminded: SmallJourney = async () => {
  await waitForMail(await buyAndWaitADay(), /Tu pago te espera/)
}

/**
 * The last one on a product too. @returns the subjects of the mails to a buyer of yesterday, once one to somebody else
 * has come that was queued after any reminder
 */
export async function listMailsToBuyerOfYesterday(): Promise<readonly string[]> {
  const buyer = await buyAndWaitADay()
  const { email } = createJourneyPerson()
  const withdrawal = { withdrawalId: `wdr_${randomUUID()}`, name: 'Marta Ruiz Peña', email }
  await callEndpointOverHttp(apiContract.withdrawals.request, { body: withdrawal })
  await waitForMail(email, /^Hemos recibido tu desistimiento/)
  return (await listConsoleMails(buyer)).map(({ subject }) => subject)
}

export const smallestJourneys = {
  register,
  readProtocol,
  readConsultations,
  turnPage,
  upload,
  downloadReceipt,
  buyAnHour,
  takeDataAndLeave,
  buyAndBeReminded,
}
