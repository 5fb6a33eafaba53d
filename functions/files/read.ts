import type { files } from '#contract/files'
import type { Database } from '#data/database'
import { findCustomerFiles } from '#data/file-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { FileServices } from './services.ts'
import { toClientFile } from './to-client-file.ts'

export const listOwnFiles: EndpointAction<typeof files.listMine, FileServices> = ({ actor, query }, { data }) =>
  list(data, requireOwnCustomerId(actor), query)

export const listCustomerFiles: EndpointAction<typeof files.listOfCustomer, FileServices> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(data, params.customerId)
  return list(data, params.customerId, query)
}

type Wanted = Parameters<typeof findCustomerFiles>[1] & Parameters<typeof findCustomerFiles>[2]

async function list(data: Database, customerId: string, { fileType, ...page }: Omit<Wanted, 'customerId'>) {
  const { items, next } = await findCustomerFiles(data, { customerId, fileType }, page)
  return { items: items.map(toClientFile), next }
}

export const downloadOwnFile: EndpointAction<typeof files.downloadMine, FileServices> = ({ actor, params }, services) =>
  link({ customerId: requireOwnCustomerId(actor), ...params }, services)

export const downloadCustomerFile: EndpointAction<typeof files.downloadOfCustomer, FileServices> = (
  { params },
  services,
) => link(params, services)

async function link(
  key: { readonly customerId: string; readonly fileId: string },
  { data, clientFiles }: FileServices,
) {
  const { data: file } = await data.clientFiles.get(key).go()
  if (file?.status !== 'available') return throwRefusal('not-found')
  return { url: await clientFiles.link(file.fileKey, file.fileName), fileName: file.fileName }
}

export async function requireCustomer(data: Database, customerId: string) {
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer ?? throwRefusal('not-found')
}
