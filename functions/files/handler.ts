import { files } from '#contract/files'
import { serve } from '#platform/serve'
import {
  listCustomerAnalyses,
  listCustomerAnalysisEditions,
  removeCustomerAnalysis,
  saveCustomerAnalysis,
} from './analyses.ts'
import { listOwnAnalyses, markAnalysisSeen } from './own-analyses.ts'
import { publishCustomerAnalysis } from './publish-analysis.ts'
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
    listAnalysesOfMine: listOwnAnalyses,
    seeAnalysis: markAnalysisSeen,
    listAnalysesOfCustomer: listCustomerAnalyses,
    saveAnalysis: saveCustomerAnalysis,
    publishAnalysis: publishCustomerAnalysis,
    listAnalysisEditions: listCustomerAnalysisEditions,
    removeAnalysis: removeCustomerAnalysis,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
