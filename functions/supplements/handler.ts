import { supplements } from '#contract/supplements'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { listTemplates, readAdherence, readCatalogue, removeTemplate, saveTemplate, usedBefore } from './catalogue.ts'
import { listDoses, listMine, tickDose } from './mine.ts'
import { addSupplement, editSupplement, finishSupplement, listOfCustomer, removeSupplement } from './protocol.ts'

export const open = liveServices

export const withServices = serve(supplements, {
  listMine,
  listDoses,
  tick: tickDose,
  listOfCustomer,
  adherence: readAdherence,
  add: addSupplement,
  edit: editSupplement,
  finish: finishSupplement,
  remove: removeSupplement,
  catalogue: readCatalogue,
  usedBefore,
  templates: listTemplates,
  saveTemplate,
  removeTemplate,
})

export const handler = withServices(open)
