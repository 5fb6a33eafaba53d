import { supplements } from '#contract/supplements'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { listTemplates, readCatalogue, removeTemplate, saveTemplate, listRecentSupplements } from './catalogue.ts'
import { listDoses, listMine, tickDose } from './mine.ts'
import { readAdherence } from './past-courses.ts'
import {
  addByMoment,
  addSupplement,
  editSupplement,
  finishSupplement,
  listOfCustomer,
  removeSupplement,
  reopenSupplement,
} from './protocol.ts'
import { listToReview } from './review.ts'
import { tableAccess } from './table-access.ts'

export const open = liveServices

export const withServices = serve(
  supplements,
  {
    listMine,
    listDoses,
    tick: tickDose,
    listOfCustomer,
    adherence: readAdherence,
    add: addSupplement,
    addByMoment,
    edit: editSupplement,
    finish: finishSupplement,
    reopen: reopenSupplement,
    remove: removeSupplement,
    toReview: listToReview,
    catalogue: readCatalogue,
    usedBefore: listRecentSupplements,
    templates: listTemplates,
    saveTemplate,
    removeTemplate,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
