import * as z from 'zod/mini'
import { EarlyStartUntil } from './consultation.ts'
import { defineEndpoint } from './endpoint.ts'
import { PurchaseConsents } from './purchase-consents.ts'
import { IsoInstant } from './value-schemas.ts'

const AttendanceLink = z.strictObject({
  token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, { error: 'Enlace no válido' })),
})

const Attendance = z.object({
  startsAt: IsoInstant,
  durationMinutes: z.int(),
  confirmed: z.boolean(),
  earlyStartUntil: z._default(EarlyStartUntil, null),
})

/** `consultation-closed`: the consultation was moved or cancelled, or has begun. */
const refusals = ['link-invalid', 'consultation-closed'] as const

export const attendance = {
  /** Changes nothing. The token travels in the body because URLs end up in logs. */
  readAttendance: defineEndpoint({
    method: 'POST',
    path: '/consultations/attendance/request',
    allow: 'everyone',
    body: AttendanceLink,
    reply: Attendance,
    audit: 'none',
    refusals,
  }),
  /** 'Confirmo que iré'. Idempotent. */
  confirmAttendance: defineEndpoint({
    method: 'POST',
    path: '/consultations/attendance',
    allow: 'everyone',
    body: z.extend(AttendanceLink, { consents: z.optional(PurchaseConsents) }),
    reply: Attendance,
    audit: 'ATTENDANCE_CONFIRMED',
    refusals,
  }),
}
