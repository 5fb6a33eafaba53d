import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { apiContract } from '#contract/api'
import { createJourneyPerson } from '../../journeys/buying.ts'
import { registerVerifiedPerson } from '../../journeys/clients.ts'
import { callEndpointOverHttp } from '../../support/call-endpoint-over-http.ts'
import {
  advanceClock,
  askAsAdministrator,
  countMails,
  expectSoon,
  MAILS_COLLECTED,
} from './product-under-conditions.ts'

export async function registerClient() {
  const person = createJourneyPerson()
  const { token } = await registerVerifiedPerson(person)
  const { customerId } = await callEndpointOverHttp(apiContract.account.session, {}, { token })
  return { person, token, customerId: customerId ?? '' }
}
export type Client = Awaited<ReturnType<typeof registerClient>>

export async function offerUpload(customerId: string) {
  const bytes = new TextEncoder().encode(`%PDF-1.7\n${randomUUID()}\n%%EOF\n`)
  const file = { fileName: 'Factura.pdf', fileType: 'invoice', sizeBytes: bytes.length } as const
  return { ...(await askAsAdministrator(apiContract.files.offerUpload, { params: { customerId }, body: file })), bytes }
}

export async function upload({ customerId }: Client) {
  const { url, fields, fileId, bytes } = await offerUpload(customerId)
  const form = new FormData()
  for (const [name, given] of Object.entries(fields)) form.append(name, given)
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'Factura.pdf')
  expect((await fetch(url, { method: 'POST', body: form })).status).toBeLessThan(300)
  await askAsAdministrator(apiContract.files.completeUpload, { params: { customerId, fileId } })
  return { fileId, fields }
}

export async function readStatus({ customerId }: Client): Promise<string> {
  const of = { params: { customerId }, query: { fileType: 'invoice' } } as const
  const { items } = await askAsAdministrator(apiContract.files.listOfCustomer, of)
  return items.map(({ status, rejectedBecause }) => [status, rejectedBecause].filter(Boolean).join(' ')).join(', ')
}

export async function expectHiddenFrom(client: Client, fileId: string): Promise<void> {
  const { token, customerId, person } = client
  const mine = await callEndpointOverHttp(apiContract.files.listMine, { query: { fileType: 'invoice' } }, { token })
  expect(mine.items).toEqual([])
  const refused = /: 404 \{"code":"not-found"\}/
  await expect(callEndpointOverHttp(apiContract.files.downloadMine, { params: { fileId } }, { token })).rejects.toThrow(
    refused,
  )
  await expect(
    askAsAdministrator(apiContract.files.downloadOfCustomer, { params: { customerId, fileId } }),
  ).rejects.toThrow(refused)
  await advanceClock(MAILS_COLLECTED)
  expect(await countMails(person.email, /factura nueva/)).toBe(0)
}

export async function expectGiven({ token, person }: Client, fileId: string): Promise<void> {
  const listed = async () =>
    (await callEndpointOverHttp(apiContract.files.listMine, { query: { fileType: 'invoice' } }, { token })).items.map(
      (file) => file.fileId,
    )
  await expectSoon(listed).toEqual([fileId])
  const { url } = await callEndpointOverHttp(apiContract.files.downloadMine, { params: { fileId } }, { token })
  expect((await fetch(url)).status).toBe(200)
  await advanceClock(MAILS_COLLECTED)
  await expectSoon(() => countMails(person.email, /factura nueva/)).toBe(1)
}
