import { consultations } from '#contract/consultations-domain'
import { retryOnConflict } from '#platform/retry-on-conflict'
import { serve } from '#platform/serve'
import { downloadCustomerConsultationCalendar, downloadOwnConsultationCalendar } from './calendar.ts'
import { createAgendaFeed, readAgendaFeed, readAgendaFeedState, revokeAgendaFeed } from './agenda-feed.ts'
import { answerConsultationPrice } from './answer-price.ts'
import { requestEarlyStart } from './early-start.ts'
import { confirmAttendance, readAttendance } from './attendance.ts'
import { bookConsultationForCustomer, editConsultation, removeConsultation, setConsultationStatus } from './admin.ts'
import { listFreeSlotsOfWeek, listSlotsForMove } from './free-slots.ts'
import {
  listUpcomingConsultations,
  listCustomerConsultations,
  listConsultationsToClose,
  listHeldHours,
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
import { readCustomerConsultationRoom, readOwnConsultationRoom } from './room.ts'
import {
  chooseOwnSlotProposal,
  chooseSlotProposal,
  readOwnSlotProposals,
  readSlotProposals,
  refuseOwnSlotProposals,
  refuseSlotProposals,
} from './proposal-links.ts'
import { declineLinkedFreedHour, readFreedHour, takeLinkedFreedHour } from './freed-hour-links.ts'
import {
  listCustomerSessionNotes,
  listSessionNoteEditions,
  readSessionNotes,
  saveSessionNotes,
} from './session-notes.ts'
import { listOwnSessionSummaries, shareSessionSummary } from './session-summaries.ts'
import { takeFreedHour } from './take-freed-hour.ts'
import { declineFreedHour, listWaitingClients, readOwnWaitingPlace, setOwnWaitingPlace } from './waiting-list.ts'
import { sendSlotProposals } from './send-proposals.ts'
import { type ConsultationServices, createConsultationServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createConsultationServices

export const createLambdaHandler = serve<typeof consultations, ConsultationServices>(
  consultations,
  {
    listMine: listOwnConsultations,
    countMine: countOwnConsultations,
    nextOfMine: readOwnNextConsultation,
    request: retryOnConflict(requestConsultation),
    move: retryOnConflict(moveConsultation),
    listSlotsForMove,
    cancel: retryOnConflict(cancelConsultation),
    answerPrice: answerConsultationPrice,
    requestEarlyStart,
    roomOfMine: readOwnConsultationRoom,
    calendarOfMine: downloadOwnConsultationCalendar,
    readFeed: readAgendaFeed,
    readFeedState: readAgendaFeedState,
    createFeed: createAgendaFeed,
    revokeFeed: revokeAgendaFeed,
    readAttendance,
    confirmAttendance,
    readOpeningHours,
    changeOpeningHours: retryOnConflict(changeOpeningHours),
    listFreeSlots: listFreeSlotsOfWeek,
    readSlotProposals,
    chooseSlotProposal,
    refuseSlotProposals,
    readOwnSlotProposals,
    chooseOwnSlotProposal,
    refuseOwnSlotProposals,
    sendSlotProposals,
    readOwnWaitingPlace,
    setOwnWaitingPlace,
    takeFreedHour: retryOnConflict(takeFreedHour),
    declineFreedHour,
    readFreedHour,
    takeLinkedFreedHour: retryOnConflict(takeLinkedFreedHour),
    declineLinkedFreedHour,
    listWaitingClients,
    agenda: readConsultationAgenda,
    listHolds: listHeldHours,
    coming: listUpcomingConsultations,
    toClose: listConsultationsToClose,
    toSchedule: listPaidOrdersToSchedule,
    listOfCustomer: listCustomerConsultations,
    book: bookConsultationForCustomer,
    read: readConsultation,
    edit: retryOnConflict(editConsultation),
    setStatus: retryOnConflict(setConsultationStatus),
    remove: retryOnConflict(removeConsultation),
    roomOfCustomer: readCustomerConsultationRoom,
    calendarOfCustomer: downloadCustomerConsultationCalendar,
    readNotes: readSessionNotes,
    saveNotes: retryOnConflict(saveSessionNotes),
    listNoteEditions: listSessionNoteEditions,
    listNotesOfCustomer: listCustomerSessionNotes,
    shareSummary: retryOnConflict(shareSessionSummary),
    listSummariesOfMine: listOwnSessionSummaries,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
