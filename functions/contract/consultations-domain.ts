import { attendance } from './attendance.ts'
import { consultations as practiceConsultations } from './consultations.ts'
import { freeSlots } from './free-slot-endpoints.ts'
import { linkedFreedHours } from './linked-freed-hours.ts'
import { linkedSlotProposals } from './linked-slot-proposals.ts'
import { ownConsultations } from './own-consultations.ts'

export const consultations = {
  ...practiceConsultations,
  ...ownConsultations,
  ...freeSlots,
  ...attendance,
  ...linkedSlotProposals,
  ...linkedFreedHours,
}
