import { consultations } from '#contract/consultations'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { calendarOfCustomer, calendarOfMine } from './calendar.ts'
import { bookForCustomer, editConsultation, removeConsultation, setStatus } from './admin.ts'
import { listComing, listOfCustomer, listToSchedule, readAgenda, readConsultation } from './lists.ts'
import { cancelConsultation, countMine, listMine, moveConsultation, readNext, requestConsultation } from './mine.ts'
import { tableAccess } from './table-access.ts'

export const open = liveServices

export const withServices = serve(
  consultations,
  {
    listMine,
    countMine,
    nextOfMine: readNext,
    request: requestConsultation,
    move: moveConsultation,
    cancel: cancelConsultation,
    calendarOfMine,
    agenda: readAgenda,
    coming: listComing,
    toSchedule: listToSchedule,
    listOfCustomer,
    book: bookForCustomer,
    read: readConsultation,
    edit: editConsultation,
    setStatus,
    remove: removeConsultation,
    calendarOfCustomer,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
