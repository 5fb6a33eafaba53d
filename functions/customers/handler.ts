import { customers } from '#contract/customers'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { currentCustomer } from './current.ts'
import { createCustomer, editCustomer } from './enter.ts'
import { exportCustomers } from './export.ts'
import { beginImport, checkImport, finishImport, listImports, writeImport } from './import.ts'
import { listDuplicates } from './duplicates.ts'
import { listCustomers, listNames, readCounts } from './list.ts'
import { readCustomer } from './read.ts'
import { listRemoved, removeCustomer, restoreCustomer } from './remove.ts'
import { readTimeline } from './timeline.ts'
import { discardImport, undoImport } from './undo-import.ts'
import { tableAccess } from './table-access.ts'

export const open = liveServices

export const withServices = serve(
  customers,
  {
    current: currentCustomer,
    list: listCustomers,
    names: listNames,
    counts: readCounts,
    listDuplicates,
    read: readCustomer,
    timeline: readTimeline,
    create: createCustomer,
    edit: editCustomer,
    remove: removeCustomer,
    listRemoved,
    restore: restoreCustomer,
    exportAll: exportCustomers,
    checkImport,
    listImports,
    beginImport,
    writeImport,
    finishImport,
    discardImport,
    undoImport,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
