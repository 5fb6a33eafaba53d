import { files } from '#contract/files'
import { serve } from '#platform/serve'
import { removeClientFile } from './discard.ts'
import { downloadOwnFile, downloadCustomerFile, listOwnFiles, listCustomerFiles, listRejectedFiles } from './read.ts'
import { type FileServices, createFileServices } from './services.ts'
import { completeFileUpload, completeOwnFileUpload, offerFileUpload, offerOwnFileUpload } from './upload.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createFileServices

export const createLambdaHandler = serve<typeof files, FileServices>(
  files,
  {
    listMine: listOwnFiles,
    downloadMine: downloadOwnFile,
    offerUploadOfMine: offerOwnFileUpload,
    completeUploadOfMine: completeOwnFileUpload,
    listOfCustomer: listCustomerFiles,
    listRejected: listRejectedFiles,
    offerUpload: offerFileUpload,
    completeUpload: completeFileUpload,
    downloadOfCustomer: downloadCustomerFile,
    remove: removeClientFile,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
