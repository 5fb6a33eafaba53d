import { files } from '#contract/files'
import { serve } from '#platform/serve'
import { removeFile } from './discard.ts'
import { downloadMine, downloadOfCustomer, listMine, listOfCustomer } from './read.ts'
import { type FileServices, liveFileServices } from './services.ts'
import { completeUpload, offerUpload } from './upload.ts'
import { tableAccess } from './table-access.ts'

export const open = liveFileServices

export const withServices = serve<typeof files, FileServices>(
  files,
  {
    listMine,
    downloadMine,
    listOfCustomer,
    offerUpload,
    completeUpload,
    downloadOfCustomer,
    remove: removeFile,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
