import type { files } from '#contract/files'
import type { Database } from '#data/database'
import { findCustomersById } from '#data/customer-queries'
import { findCustomerFiles, findRejectedFiles } from '#data/file-queries'
import { type Actor, requireOwnCustomerId } from '#platform/actor'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import { requireCustomer } from '../customers/public/require-customer.ts'
import type { FileServices } from './services.ts'
import { type StoredClientFile, toClientFile } from './to-client-file.ts'

export const listOwnFiles: EndpointAction<typeof files.listMine, FileServices> = ({ actor, query }, { data }) =>
  list(data, actor, { ...query, customerId: requireOwnCustomerId(actor), statuses: ['available'] })

export const listCustomerFiles: EndpointAction<typeof files.listOfCustomer, FileServices> = async (
  { actor, params, query },
  { data },
) => {
  await requireCustomer(params.customerId, data)
  return list(data, actor, { ...query, ...params, statuses: ['scanning', 'available', 'rejected'] })
}

type Wanted = Parameters<typeof findCustomerFiles>[1] & Parameters<typeof findCustomerFiles>[2]

/** Before its message is sent, a file is visible only to its uploader. */
const isShownTo = ({ userId }: Actor, { fileType, messageId, uploadedBy }: StoredClientFile): boolean =>
  fileType !== 'message' || messageId !== undefined || uploadedBy === userId

async function list(data: Database, actor: Actor, { customerId, fileType, statuses, ...page }: Wanted) {
  const { items, next } = await findCustomerFiles(data, { customerId, fileType, statuses }, page)
  return { items: items.filter((file) => isShownTo(actor, file)).map(toClientFile), next }
}

export const listRejectedFiles: EndpointAction<typeof files.listRejected, FileServices> = async (
  { actor, query },
  { data },
) => {
  const { items: rejected, next } = await findRejectedFiles(data, query)
  const items = rejected.filter((file) => isShownTo(actor, file))
  const customers = await findCustomersById(data, [...new Set(items.map(({ customerId }) => customerId))])
  const names = new Map(customers.map(({ customerId, name }) => [customerId, name]))
  return {
    // Deleted clients have no record for another upload.
    items: items.flatMap((file) => {
      const { customerId } = file
      const customerName = names.get(customerId)
      return customerName === undefined ? [] : [{ ...toClientFile(file), customerId, customerName }]
    }),
    next,
  }
}

export const downloadOwnFile: EndpointAction<typeof files.downloadMine, FileServices> = ({ actor, params }, services) =>
  link(actor, { customerId: requireOwnCustomerId(actor), ...params }, services)

export const downloadCustomerFile: EndpointAction<typeof files.downloadOfCustomer, FileServices> = (
  { actor, params },
  services,
) => link(actor, params, services)

async function link(
  actor: Actor,
  key: { readonly customerId: string; readonly fileId: string },
  { data, clientFiles }: FileServices,
) {
  const { data: file } = await data.clientFiles.get(key).go()
  if (file?.status !== 'available' || !isShownTo(actor, file)) return throwRefusal('not-found')
  return {
    url: await clientFiles.link({ key: file.fileKey, versionId: file.versionId }, file.fileName),
    fileName: file.fileName,
  }
}
