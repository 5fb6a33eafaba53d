import * as z from 'zod/mini'
import { consultationTypes } from './consultation-types.ts'
import { defineEndpoint } from './endpoint.ts'
import { OpeningHours } from './opening-hours.ts'
import { ConsultationId, CustomerId, IsoInstant } from './value-schemas.ts'

const UpcomingConsultation = z.object({
  consultationId: ConsultationId,
  customerId: CustomerId,
  customerName: z.string(),
  startsAt: IsoInstant,
  durationMinutes: z.int(),
  type: z.enum(consultationTypes),
})
export type UpcomingConsultation = z.infer<typeof UpcomingConsultation>

const OpeningHoursOverview = z.object({
  openingHours: OpeningHours,
  /** 0 before the first change. */
  version: z.int().check(z.nonnegative()),
  /**
   * All upcoming consultations, unpaged: the form counts those outside the chosen hours. Their number is bounded by one
   * calendar: double bookings need a typed reason, and clients book at most `horizonDays` ahead, a year at most.
   */
  items: z.array(UpcomingConsultation),
})
export type OpeningHoursOverview = z.infer<typeof OpeningHoursOverview>

export const openingHoursEndpoints = {
  readOpeningHours: defineEndpoint({
    method: 'GET',
    path: '/opening-hours',
    allow: ['administrador'],
    opens: 'agenda',
    reply: OpeningHoursOverview,
    audit: 'none',
    refusals: [],
  }),
  /** Changes no consultation; the page shows beforehand which ones will be outside. */
  changeOpeningHours: defineEndpoint({
    method: 'PUT',
    path: '/opening-hours',
    allow: ['administrador'],
    opens: 'agenda',
    body: z.strictObject({ ...OpeningHours.shape, version: z.int().check(z.nonnegative()) }),
    reply: OpeningHoursOverview,
    audit: 'OPENING_HOURS_CHANGED',
    refusals: ['changed-meanwhile'],
  }),
}
