import { consultations } from '#contract/consultations'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import { downloadCustomerConsultationCalendar, downloadOwnConsultationCalendar } from './calendar.ts'
import { bookConsultationForCustomer, editConsultation, removeConsultation, setConsultationStatus } from './admin.ts'
import { listFreeSlotsOfWeek } from './free-slots.ts'
import {
  listUpcomingConsultations,
  listCustomerConsultations,
  listPaidOrdersToSchedule,
  readConsultationAgenda,
  readConsultation,
} from './lists.ts'
import {
  cancelConsultation,
  countOwnConsultations,
  listOwnConsultations,
  moveConsultation,
  readOwnNextConsultation,
  requestConsultation,
} from './mine.ts'
import { changeOpeningHours, readOpeningHours } from './opening-hours.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createLiveServices

export const createLambdaHandler = serve(
  consultations,
  {
    listMine: listOwnConsultations,
    countMine: countOwnConsultations,
    nextOfMine: readOwnNextConsultation,
    request: requestConsultation,
    move: moveConsultation,
    cancel: cancelConsultation,
    calendarOfMine: downloadOwnConsultationCalendar,
    readOpeningHours,
    changeOpeningHours,
    listFreeSlots: listFreeSlotsOfWeek,
    agenda: readConsultationAgenda,
    coming: listUpcomingConsultations,
    toSchedule: listPaidOrdersToSchedule,
    listOfCustomer: listCustomerConsultations,
    book: bookConsultationForCustomer,
    read: readConsultation,
    edit: editConsultation,
    setStatus: setConsultationStatus,
    remove: removeConsultation,
    calendarOfCustomer: downloadCustomerConsultationCalendar,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
