import { customers } from '#contract/customers-domain'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import {
  correctCarePathway,
  readCarePathway,
  readOwnCarePathway,
  withdrawCarePathwayCorrection,
} from './care-pathway.ts'
import { createCustomer, editCustomer } from './enter.ts'
import { exportCustomersToCsv } from './export.ts'
import {
  beginCustomerImport,
  checkCustomerImport,
  finishCustomerImport,
  listCustomerImports,
  writeCustomerImportRows,
} from './import.ts'
import { listDuplicateCustomers } from './duplicates.ts'
import { listCustomers, listCustomerNames, readUserAndCustomerCounts } from './list.ts'
import { readCustomer, readOwnCustomer } from './read.ts'
import { listRemovedCustomers, removeCustomer, restoreCustomer } from './remove.ts'
import { listCustomerPathways, listCustomerTasks } from './pathway-lists.ts'
import { readCustomerTimeline } from './timeline.ts'
import { discardCustomerImport, undoCustomerImport } from './undo-import.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createLiveServices

export const createLambdaHandler = serve(
  customers,
  {
    current: readOwnCustomer,
    list: listCustomers,
    names: listCustomerNames,
    counts: readUserAndCustomerCounts,
    listPathways: listCustomerPathways,
    listTasks: listCustomerTasks,
    listDuplicates: listDuplicateCustomers,
    read: readCustomer,
    timeline: readCustomerTimeline,
    readOwnPathway: readOwnCarePathway,
    readPathway: readCarePathway,
    correctPathway: correctCarePathway,
    withdrawPathwayCorrection: withdrawCarePathwayCorrection,
    create: createCustomer,
    edit: editCustomer,
    remove: removeCustomer,
    listRemoved: listRemovedCustomers,
    restore: restoreCustomer,
    exportAll: exportCustomersToCsv,
    checkImport: checkCustomerImport,
    listImports: listCustomerImports,
    beginImport: beginCustomerImport,
    writeImport: writeCustomerImportRows,
    finishImport: finishCustomerImport,
    discardImport: discardCustomerImport,
    undoImport: undoCustomerImport,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
