import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { type Consultation, type OrderToSchedule, getDefaultConsultationMinutes } from '#contract/consultation'
import type { ConsultationType } from '#contract/consultation-types'
import { callApi } from '../../api/call-api.ts'
import { isEditConflictError, hasApiErrorCode } from '../../api/api-error.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { useDraftForm, useStoredDraft } from '../../ui/use-draft-form.ts'
import {
  toBookingRequestBody,
  AdminBookingFormData,
  type AdminBookingFormValues,
  emptyAdminBookingValues,
  type ConcurrentBookingChange,
  toAdminBookingValues,
  mergeConcurrentBookingChange,
  toEuroText,
} from './admin-booking-values.ts'
import { isPriceDue, missingPriceText } from './consultation-words.ts'
import { findChosenOrder, findProposedOrder, OTHER_CLIENT } from './booked-order.ts'
import { findBookable, type IncludedConsultations, useIncludedConsultations } from './use-included-consultations.ts'
import { toConsultationPathParams, useInvalidateConsultations } from './use-admin-consultation-mutations.ts'

export interface AdminBookingPrefill {
  readonly consultation?: Consultation | undefined
  readonly customerId?: string | undefined
  readonly order?: OrderToSchedule | undefined
  readonly orders?: readonly OrderToSchedule[]
  readonly day?: string | undefined
  /** `HH:MM`, chosen together with the day. */
  readonly time?: string | undefined
  readonly type?: ConsultationType | undefined
  readonly durationMinutes?: number | undefined
}

export const valuesOfOrder = ({
  orderId,
  customerId,
  customerName,
  type,
  durationMinutes,
  amountCents,
}: OrderToSchedule) => ({
  orderId,
  customerId,
  customerName,
  type,
  durationMinutes: String(durationMinutes),
  price: toEuroText(amountCents),
})

function startOf({ consultation, customerId, order, day, time, type, durationMinutes }: AdminBookingPrefill) {
  if (consultation) return toAdminBookingValues(consultation)
  const values: AdminBookingFormValues = {
    ...emptyAdminBookingValues,
    customerId: customerId ?? '',
    day: day ?? '',
    time: time ?? '',
    ...(type && { type, durationMinutes: String(durationMinutes ?? getDefaultConsultationMinutes(type)) }),
  }
  return order ? { ...values, ...valuesOfOrder(order), customerName: '' } : values
}

type Form = ReturnType<typeof useDraftForm<AdminBookingFormValues, AdminBookingFormData>>['form']

const draftOf = ({ consultation, order, customerId, day, time }: AdminBookingPrefill) =>
  consultation?.consultationId ?? (time ? `${day} ${time}` : (order?.orderId ?? customerId))

interface Saving {
  readonly booking: AdminBookingFormData
  readonly chosen: IncludedConsultations | undefined
  readonly base: Consultation | undefined
  readonly orderId: string | undefined
  readonly reason: string | undefined
}

const save = ({ booking, chosen, base, orderId, reason }: Saving, requestId: string) => {
  const body = { ...toBookingRequestBody(booking), ...(reason && { override: { reason } }) }
  if (base)
    return callApi(apiContract.consultations.edit, {
      params: toConsultationPathParams(base),
      body: { ...body, version: base.version },
    })
  const { customerId } = booking
  return callApi(apiContract.consultations.book, {
    body: {
      ...body,
      customerId,
      requestId,
      ...(orderId && { orderId }),
      ...(chosen && { budgetId: chosen.budgetId }),
    },
  })
}

interface Covered {
  readonly type: ConsultationType | undefined
  readonly isOffered: boolean
}

function useBudgetCover({ watch, setValue }: Form, { type, isOffered }: Covered) {
  const [customerId, said] = watch(['customerId', 'budgetId'])
  const offer = useIncludedConsultations(isOffered ? customerId : undefined)
  const ofType = offer.included.filter(({ option }) => !type || option.consultations.type === type)
  const chosen = said
    ? offer.included.find(({ budgetId, consultations }) => budgetId === said && consultations.free > 0)
    : findBookable(ofType)
  const choose = (budgetId: string) => setValue('budgetId', budgetId, { shouldDirty: true })
  return { offer, chosen, choose }
}

function fillIn({ setValue }: Form, { option: { consultations } }: IncludedConsultations) {
  setValue('type', consultations.type)
  setValue('durationMinutes', String(consultations.durationMinutes))
  setValue('price', '')
}

const showMissingPrice = ({ setError }: Form) => setError('price', { message: missingPriceText }, { shouldFocus: true })

const noOrders: readonly OrderToSchedule[] = []

function useChosenOrder({ watch }: Form, { order, orders = noOrders }: AdminBookingPrefill) {
  const [atFirst] = useState(orders)
  const [orderId, customerId] = watch(['orderId', 'customerId'])
  if (order) return { order, isUndecided: false }
  const chosen = findChosenOrder([...orders, ...atFirst], { orderId, customerId })
  return { order: chosen === OTHER_CLIENT ? undefined : chosen, isUndecided: chosen === undefined }
}

export function useAdminBookingForm(prefill: AdminBookingPrefill, done: () => void) {
  const [beginning] = useState(prefill)
  const [requestId] = useState(() => crypto.randomUUID())
  const invalidate = useInvalidateConsultations()
  const [base, setBase] = useState(beginning.consultation)
  /** Gone meanwhile: removing it left its payment, if any, waiting for another hour. */
  const [removed, setRemoved] = useState<Consultation>()
  const [meanwhile, setMeanwhile] = useState<ConcurrentBookingChange | 'gone'>()
  const named = { form: 'consultation', of: draftOf(beginning) }
  const stored = useStoredDraft(named)
  const { order: given = findProposedOrder(beginning.orders ?? noOrders, stored) } = beginning
  const { form, draft } = useDraftForm<AdminBookingFormValues, AdminBookingFormData>(named, {
    resolver: zodResolver(AdminBookingFormData),
    defaultValues: startOf({ ...beginning, order: given }),
  })
  const { order, isUndecided } = useChosenOrder(form, prefill)
  const orderId = order?.orderId ?? removed?.orderId ?? undefined

  const compare = async (mine: Consultation) => {
    try {
      const theirs = await callApi(apiContract.consultations.read, { params: toConsultationPathParams(mine) })
      const merged = mergeConcurrentBookingChange(mine, theirs, form.getValues())
      form.reset(merged.values, { keepDefaultValues: true })
      setBase(theirs)
      setMeanwhile(merged)
    } catch (error) {
      if (hasApiErrorCode(error, 'not-found')) discardBase(mine)
    }
  }
  const discardBase = (mine: Consultation) => {
    setBase(undefined)
    setRemoved(mine)
    setMeanwhile('gone')
  }
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: (saving: Saving) => save(saving, requestId),
    onSuccess: (_, { base: changed }) => {
      showNotice.success(changed ? 'Consulta actualizada' : 'Consulta programada')
      draft.saved()
      done()
      return invalidate()
    },
    onError: async (problem, { base: changed }) => {
      if (changed && isEditConflictError(problem)) await compare(changed)
      if (changed && hasApiErrorCode(problem, 'not-found')) discardBase(changed)
      // Given back, or used for another hour: the next press books without it.
      if (hasApiErrorCode(problem, 'order-scheduled')) setRemoved(undefined)
      await invalidate()
    },
  })
  const cover = useBudgetCover(form, { type: beginning.type, isOffered: !base && !orderId })
  const hasPriceDue = base !== undefined && isPriceDue(base)
  const submit = (reason?: string) => {
    const { chosen } = cover
    if (chosen) fillIn(form, chosen)
    // A restored draft names an order that is gone; the client has to be chosen again.
    if (isUndecided) form.setValue('customerId', '')
    return form.handleSubmit((booking) => {
      if (hasPriceDue && booking.price === null) return showMissingPrice(form)
      return mutate({ booking, chosen, base, orderId, reason })
    })
  }
  const takeTheirs = () => {
    if (base) form.reset(toAdminBookingValues(base))
    setMeanwhile(undefined)
    reset()
  }
  return {
    form,
    draft,
    base,
    order,
    paidFor: base ?? order ?? removed,
    isUndecided,
    meanwhile,
    takeTheirs,
    submit,
    error,
    isPending,
    cover,
    hasPriceDue,
    tried: variables?.booking,
  }
}
export type AdminBookingFormState = ReturnType<typeof useAdminBookingForm>
