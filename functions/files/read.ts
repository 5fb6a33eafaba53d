import type { files } from '#contract/files'
import type { Data } from '#data/data'
import { filesOf } from '#data/file-queries'
import { ownCustomerId } from '#platform/actor'
import { refuse } from '#platform/refusal'
import type { Action } from '#platform/serve'
import type { FileServices } from './services.ts'
import { toClientFile } from './to-client-file.ts'

export const listMine: Action<typeof files.listMine, FileServices> = ({ actor, query }, { data }) =>
  list(data, ownCustomerId(actor), query)

export const listOfCustomer: Action<typeof files.listOfCustomer, FileServices> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(data, params.customerId)
  return list(data, params.customerId, query)
}

type Wanted = Parameters<typeof filesOf>[1] & Parameters<typeof filesOf>[2]

async function list(data: Data, customerId: string, { fileType, ...page }: Omit<Wanted, 'customerId'>) {
  const { items, next } = await filesOf(data, { customerId, fileType }, page)
  return { items: items.map(toClientFile), next }
}

export const downloadMine: Action<typeof files.downloadMine, FileServices> = ({ actor, params }, services) =>
  link({ customerId: ownCustomerId(actor), ...params }, services)

export const downloadOfCustomer: Action<typeof files.downloadOfCustomer, FileServices> = ({ params }, services) =>
  link(params, services)

async function link(
  key: { readonly customerId: string; readonly fileId: string },
  { data, clientFiles }: FileServices,
) {
  const { data: file } = await data.clientFiles.get(key).go({ consistent: true })
  if (file?.status !== 'available') return refuse('not-found')
  return { url: await clientFiles.link(file.fileKey, file.fileName), fileName: file.fileName }
}

export async function requireCustomer(data: Data, customerId: string) {
  const { data: customer } = await data.customers.get({ customerId }).go({ consistent: true })
  return customer ?? refuse('not-found')
}
