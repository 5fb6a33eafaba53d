import { useMutation } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import type { OrderToSchedule } from '#contract/consultation'
import { isEditConflictError } from '../../api/api-error.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/format.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { formatShortWeekdayDate, formatTime } from '../../ui/wall-time.ts'
import { useInvalidateConsultations } from './use-admin-consultation-mutations.ts'

const ANSWERED_MEANWHILE =
  'No se ha enviado ningún correo: ha respondido el cliente, o ya se le han propuesto otras horas. Mira cómo está ahora y, si hace falta, vuelve a proponerlas.'

/** @param close also called when what was shown is out of date, so that the practice looks at the list again */
export function useProposeHours({ orderId, proposals }: OrderToSchedule, close?: () => void) {
  const invalidate = useInvalidateConsultations()
  const { mutate, isPending } = useMutation({
    ...endpointMutationOptions(apiContract.consultations.sendSlotProposals),
    onSuccess: ({ slots }) => {
      close?.()
      showNotice.success('Horas propuestas', `Le hemos enviado un correo con: ${formatSlots(slots)}.`)
      return invalidate()
    },
    onError: (error: Error) => {
      const isOutdated = isEditConflictError(error)
      if (isOutdated) close?.()
      showNotice.failure('No se han podido proponer horas', isOutdated ? ANSWERED_MEANWHILE : toErrorMessage(error))
      return invalidate()
    },
  })
  const propose = (slots?: readonly string[]) =>
    mutate({ params: { orderId }, body: { after: proposals?.sentAt ?? null, ...(slots && { slots: [...slots] }) } })
  return { propose, isPending }
}

export function ProposeHoursButton({ order }: { readonly order: OrderToSchedule }) {
  const { proposals, customerName } = order
  const { propose, isPending } = useProposeHours(order)
  return (
    <Button size="small" variant="secondary" busy={isPending} busyText="Enviando..." onClick={() => propose()}>
      {proposals && proposals.slots.length > 0 ? 'Proponer otras' : 'Proponer horas'}
      <span className="visually-hidden">: {customerName}</span>
    </Button>
  )
}

const formatSlots = (slots: readonly string[]): string =>
  slots.map((slot) => `${formatShortWeekdayDate(slot)}, ${formatTime(slot)}`).join(' · ')

export function SentProposals({ order: { proposals, canPropose } }: { readonly order: OrderToSchedule }) {
  if (!canPropose) return <p className="admin-row-text">El cliente elige la hora en su panel, o la agendas tú.</p>
  if (!proposals) return <p className="admin-row-text">Todavía no le has propuesto ninguna hora.</p>
  const { state, slots, sentAt, seenAt } = proposals
  if (state === 'none-free')
    return <p className="admin-row-text">No había horas libres que proponerle: falta que le escribas.</p>
  if (state === 'chosen')
    return <p className="admin-row-text">Ya eligió una hora y se canceló: puedes proponerle otras.</p>
  if (state === 'refused')
    return (
      <p className="admin-row-text">
        <StatusBadge good={false}>Ninguna le viene bien</StatusBadge> Falta que le escribas.
      </p>
    )
  return (
    <p className="admin-row-text">
      <StatusBadge good={seenAt !== null}>
        {seenAt ? `Vistas el ${formatDayAndTime(seenAt)}` : 'Sin ver todavía'}
      </StatusBadge>{' '}
      {formatSlots(slots)}. Propuestas el {formatDayAndTime(sentAt)}.
    </p>
  )
}
