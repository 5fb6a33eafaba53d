import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#contract/api'
import { type Consultation, type OrderToSchedule, usualDuration } from '#contract/consultation'
import { call } from '../../api/call.ts'
import { isConflict, hasRefusalCode } from '../../api/api-error.ts'
import { notify } from '../../ui/notify.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import {
  bodyOf,
  AdminBooking,
  type AdminBookingValues,
  emptyValues,
  type ConcurrentChange,
  valuesOf,
  mergeConcurrentChange,
} from './admin-booking-values.ts'
import { keyOf, useInvalidateConsultations } from './use-admin-changes.ts'

export interface BookingStart {
  readonly consultation?: Consultation | undefined
  readonly customerId?: string | undefined
  readonly order?: OrderToSchedule | undefined
  readonly day?: string | undefined
}

const startOf = ({ consultation, customerId, order, day }: BookingStart): AdminBookingValues =>
  consultation
    ? valuesOf(consultation)
    : {
        ...emptyValues,
        customerId: order?.customerId ?? customerId ?? '',
        day: day ?? '',
        ...(order && { type: 'primera_consulta', durationMinutes: String(usualDuration('primera_consulta')) }),
      }

const draftOf = ({ consultation, order, customerId }: BookingStart) =>
  consultation?.consultationId ?? order?.orderId ?? customerId

interface Saving {
  readonly booking: AdminBooking
  readonly base: Consultation | undefined
  readonly reason: string | undefined
}

const save = ({ booking, base, reason }: Saving, order: OrderToSchedule | undefined) => {
  const body = { ...bodyOf(booking), ...(reason && { override: { reason } }) }
  if (base) return call(api.consultations.edit, { params: keyOf(base), body: { ...body, version: base.version } })
  const { customerId } = booking
  return call(api.consultations.book, { body: { ...body, customerId, ...(order && { orderId: order.orderId }) } })
}

export function useAdminBooking(beginning: BookingStart, done: () => void) {
  const look = useInvalidateConsultations()
  const [base, setBase] = useState(beginning.consultation)
  const [meanwhile, setMeanwhile] = useState<ConcurrentChange | 'gone'>()
  const { form, draft } = useDraftForm<AdminBookingValues, AdminBooking>(
    { form: 'consultation', of: draftOf(beginning) },
    { resolver: zodResolver(AdminBooking), defaultValues: startOf(beginning) },
  )

  const compare = async (mine: Consultation) => {
    try {
      const theirs = await call(api.consultations.read, { params: keyOf(mine) })
      const merged = mergeConcurrentChange(mine, theirs, form.getValues())
      form.reset(merged.values, { keepDefaultValues: true })
      setBase(theirs)
      setMeanwhile(merged)
    } catch (error) {
      if (hasRefusalCode(error, 'not-found')) giveUpBase()
    }
  }
  const giveUpBase = () => {
    setBase(undefined)
    setMeanwhile('gone')
  }
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: (saving: Saving) => save(saving, beginning.order),
    onSuccess: (_, { base: changed }) => {
      notify.success(changed ? 'Consulta actualizada' : 'Consulta programada')
      draft.saved()
      done()
      return look()
    },
    onError: async (problem, { base: changed }) => {
      if (changed && isConflict(problem)) await compare(changed)
      if (changed && hasRefusalCode(problem, 'not-found')) giveUpBase()
      await look()
    },
  })
  const submit = (reason?: string) => form.handleSubmit((booking) => mutate({ booking, base, reason }))
  const takeTheirs = () => {
    if (base) form.reset(valuesOf(base))
    setMeanwhile(undefined)
    reset()
  }
  return { form, draft, base, meanwhile, takeTheirs, submit, error, isPending, tried: variables?.booking }
}
export type AdminBookingForm = ReturnType<typeof useAdminBooking>
