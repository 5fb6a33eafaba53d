import { formatInteger } from '../../ui/format.ts'
import { useState, type ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { wallTimeToInstant } from '#contract/calendar-days'
import type { Consultation } from '#contract/consultation'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { isEditConflictError, hasApiErrorCode } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { scrollIntoViewOnMount } from '../../ui/focus.ts'
import { NoticeBox } from '../../ui/notice-box.tsx'
import { FormErrorNotice } from '../../ui/refused-fields.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import type { AdminBookingFormState } from './use-admin-booking-form.ts'

const required = ['customerId', 'day', 'time'] as const

export function AdminBookingErrorNotice({ booking }: { readonly booking: AdminBookingFormState }) {
  const { form, error, meanwhile, isPending } = booking
  const { errors } = form.formState
  const missing = required.filter((name) => errors[name])
  if (missing.length > 0) {
    const isEmpty = missing.some((name) => !form.getValues(name))
    return (
      <Problem>
        <p>{isEmpty ? 'Por favor completa todos los campos obligatorios' : errors[missing[0] ?? 'time']?.message}</p>
      </Problem>
    )
  }
  if (!error || isPending || isAnsweredBy(meanwhile, error)) return null
  if (hasApiErrorCode(error, 'slot-taken')) return <Taken booking={booking} />
  return <FormErrorNotice error={error} title={titleOf(booking.base)} />
}

const Problem = ({ children }: { readonly children: ReactNode }) => (
  <div ref={scrollIntoViewOnMount}>
    <NoticeBox kind="problem">{children}</NoticeBox>
  </div>
)

const titleOf = (base: Consultation | undefined) =>
  base ? 'No se pudo actualizar la consulta' : 'No se pudo crear la consulta'

const isAnsweredBy = (meanwhile: AdminBookingFormState['meanwhile'], error: Error) =>
  meanwhile !== undefined && (isEditConflictError(error) || hasApiErrorCode(error, 'not-found'))

function Taken({ booking }: { readonly booking: AdminBookingFormState }) {
  const { form, base, tried, submit } = booking
  const [reason, setReason] = useState('')
  const [asked, setAsked] = useState(false)
  const [day, time] = form.watch(['day', 'time'])
  // For another hour than the rejected one only the server can tell.
  if (!tried || tried.day !== day || tried.time !== time) return null
  const tooShort = reason.trim().length < 5
  const insist = () => {
    setAsked(true)
    if (!tooShort) void submit(reason.trim())()
  }
  return (
    <Problem>
      <p>
        <strong>{titleOf(base)}</strong>
      </p>
      <p>Puedes reservarla de todos modos si explicas por qué.</p>
      <Overlaps {...tried} base={base} />
      <TextField
        name="override"
        label="Motivo"
        value={reason}
        maxLength={300}
        hint="Queda en el registro de actividad: no pongas datos de salud."
        error={asked && tooShort ? 'Explica el motivo' : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="dialog-actions">
        <Button variant="danger" size="small" onClick={insist}>
          Reservar de todos modos
        </Button>
      </div>
    </Problem>
  )
}

const MINUTE_MS = 60_000
const LONGEST_MINUTES = 240

interface OverlapsProps {
  readonly day: string
  readonly time: string
  readonly durationMinutes: number
  readonly base: Consultation | undefined
}

function Overlaps({ day, time, durationMinutes, base }: OverlapsProps) {
  const start = Date.parse(wallTimeToInstant({ day, time }))
  const end = start + durationMinutes * MINUTE_MS
  const query = {
    from: new Date(start - LONGEST_MINUTES * MINUTE_MS).toISOString(),
    to: new Date(end).toISOString(),
  }
  const { data } = useQuery(endpointQueryOptions(apiContract.consultations.agenda, { query }))
  const there = (data?.items ?? []).filter(
    (each) =>
      each.status !== 'cancelled' &&
      each.consultationId !== base?.consultationId &&
      Date.parse(each.startsAt) + each.durationMinutes * MINUTE_MS > start,
  )
  return (
    <ul>
      {there.map((each) => (
        <li key={each.consultationId}>
          {formatTime(each.startsAt)} h, {each.customerName} ({formatInteger(each.durationMinutes)} min)
        </li>
      ))}
    </ul>
  )
}
