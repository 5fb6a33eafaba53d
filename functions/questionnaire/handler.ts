import { questionnaire } from '#contract/questionnaire'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { discardDraft, readMine, saveDraft, saveQuestionnaire } from './mine.ts'
import { listMine, readOfCustomer, readVersionOfCustomer, readVersionOfMine, seeQuestionnaire } from './versions.ts'
import { tableAccess } from './table-access.ts'

export const open = liveServices

export const withServices = serve(
  questionnaire,
  {
    readMine,
    save: saveQuestionnaire,
    saveDraft,
    discardDraft,
    listMine,
    readVersionOfMine,
    readOfCustomer,
    readVersionOfCustomer,
    see: seeQuestionnaire,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
