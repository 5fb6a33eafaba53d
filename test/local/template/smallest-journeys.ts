import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import type { Endpoint, EndpointRequestInput } from '#contract/endpoint'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { payWithNewAccount, registerVerifiedPerson } from '../../journeys/clients.ts'
import { openBrowserSession } from '../../support/browser-session.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import { getDemoAccount, sendConsoleCommand, waitForMail } from '../../support/local-console.ts'

/** What a person does, by the requests that the pages make for it. */
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
  const { items } = await ask(apiContract.supplements.listMine, { query: {} })
  expect(items.length).toBeGreaterThan(0)
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

/** A receipt is read at once, whether or not its scan has ended. */
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

/** Moves the clock on: the last one to be walked on a product. */
const buyAndBeReminded: SmallJourney = async () => {
  const person = createJourneyPerson()
  await payWithNewAccount(person)
  await waitForMail(person.email, /Verifica/)
  await sendConsoleCommand('clock', { advance: 'PT25H' })
  await waitForMail(person.email, /Tu pago te espera/)
}

export const smallestJourneys = { register, readProtocol, upload, downloadReceipt, buyAndBeReminded }
