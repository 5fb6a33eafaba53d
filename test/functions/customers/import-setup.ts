import { expect } from 'vitest'
import { NewCustomer } from '#contract/customer'
import { IMPORT_CHUNK_ROWS } from '#contract/customer-import'
import { customers } from '#contract/customers-domain'
import type { CustomersSetup } from './customers-setup.ts'

export const signedUpPerson = {
  userId: 'usr_00000000-0000-4000-8000-000000009999',
  email: '',
  firstName: 'Lucía',
  lastName: 'Ferrer',
  birthDate: undefined,
  termsAcceptedAt: undefined,
  termsVersion: undefined,
  marketingOptIn: false,
  confirmed: true,
}

export const createImportRows = (count: number): NewCustomer[] =>
  Array.from({ length: count }, (_, n) => NewCustomer.parse({ name: `Fila ${n}`, email: `fila${n}@correo.test` }))

export async function startTestImport({ ask, as }: CustomersSetup, total: number): Promise<string> {
  const { body } = await ask(customers.beginImport, { as, body: { fileName: 'clientes.csv', total } })
  return body.importId
}

export async function writeImportRows(
  { ask, as }: CustomersSetup,
  importId: string,
  rows: readonly NewCustomer[],
): Promise<void> {
  for (let chunk = 0; chunk * IMPORT_CHUNK_ROWS < rows.length; chunk++) {
    const body = { rows: rows.slice(chunk * IMPORT_CHUNK_ROWS, (chunk + 1) * IMPORT_CHUNK_ROWS) }
    const { status } = await ask(customers.writeImport, { as, params: { importId, chunk: `${chunk}` }, body })
    expect(status).toBe(200)
  }
}

export async function importCustomers(setup: CustomersSetup, count: number): Promise<string> {
  const importId = await startTestImport(setup, count)
  await writeImportRows(setup, importId, createImportRows(count))
  await setup.ask(customers.finishImport, { as: setup.as, params: { importId } })
  return importId
}

export const undoWholeImport = (setup: CustomersSetup, importId: string) =>
  takenBack(setup, customers.undoImport, importId)
export const discardWholeImport = (setup: CustomersSetup, importId: string) =>
  takenBack(setup, customers.discardImport, importId)

type TakingBack = typeof customers.undoImport | typeof customers.discardImport

async function takenBack({ ask, as }: CustomersSetup, endpoint: TakingBack, importId: string) {
  for (;;) {
    const { body } = await ask(endpoint, { as, params: { importId } })
    if (!body.state || body.state === 'undone' || body.state === 'discarded') return body
  }
}
