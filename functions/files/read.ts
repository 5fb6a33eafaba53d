import type { files } from '#contract/files'
import type { Database } from '#data/database'
import { findCustomersById } from '#data/customer-queries'
import { findCustomerFiles, findRejectedFiles } from '#data/file-queries'
import { requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { FileServices } from './services.ts'
import { toClientFile } from './to-client-file.ts'

export const listOwnFiles: EndpointAction<typeof files.listMine, FileServices> = ({ actor, query }, { data }) =>
  list(data, { ...query, customerId: requireOwnCustomerId(actor), statuses: ['available'] })

export const listCustomerFiles: EndpointAction<typeof files.listOfCustomer, FileServices> = async (
  { params, query },
  { data },
) => {
  await requireCustomer(data, params.customerId)
  return list(data, { ...query, ...params, statuses: ['scanning', 'available', 'rejected'] })
}

type Wanted = Parameters<typeof findCustomerFiles>[1] & Parameters<typeof findCustomerFiles>[2]

async function list(data: Database, { customerId, fileType, statuses, ...page }: Wanted) {
  const { items, next } = await findCustomerFiles(data, { customerId, fileType, statuses }, page)
  return { items: items.map(toClientFile), next }
}

export const listRejectedFiles: EndpointAction<typeof files.listRejected, FileServices> = async (
  { query },
  { data },
) => {
  const { items, next } = await findRejectedFiles(data, query)
  const customers = await findCustomersById(data, [...new Set(items.map(({ customerId }) => customerId))])
  const names = new Map(customers.map(({ customerId, name }) => [customerId, name]))
  return {
    // Of a client whom the practice has deleted there is no record to upload to again.
    items: items.flatMap((file) => {
      const { customerId } = file
      const customerName = names.get(customerId)
      return customerName === undefined ? [] : [{ ...toClientFile(file), customerId, customerName }]
    }),
    next,
  }
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
  return {
    url: await clientFiles.link({ key: file.fileKey, versionId: file.versionId }, file.fileName),
    fileName: file.fileName,
  }
}

export async function requireCustomer(data: Database, customerId: string) {
  const { data: customer } = await data.customers.get({ customerId }).go()
  return customer ?? throwRefusal('not-found')
}
