import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { apiContract } from '#contract/api'
import { useAuth } from '../../api/auth.tsx'
import { endpointMutationOptions } from '../../api/endpoint-query.ts'
import { ApiError, ApiUnreachableError } from '../../api/api-error.ts'
import { browserWindowActions } from '../../ui/browser-window-actions.ts'
import { showNotice } from '../../ui/show-notice.ts'
import { isEarlyStartMissing, renewHeldSlot, showRequiredEarlyStart, toSlotFields } from './early-start.ts'
import { heldSlotStore } from './held-slot-store.ts'
import { areRulesChanged, focusRules, refetchPaymentRules, toShownNoShowRuleField } from './read-rules.ts'
import { dropHeldSlot } from './release-slot.ts'
import { purchaseTicketStore } from './purchase-ticket.ts'
import { useBackForwardCacheRestore } from '../../ui/use-back-forward-cache-restore.ts'
import { toTimeZoneField } from './time-zone-field.ts'

/** Refusals that must be shown: the buyer would pay twice, or would not get the hour. */
const tellable: readonly string[] = [
  'order-already-paid',
  'payment-pending',
  'hold-expired',
  'too-many-holds',
  'rules-changed',
  'early-start-required',
]

const refused = 'No se pudo procesar la solicitud de pago'

function descriptionOf(error: Error): string {
  if (error instanceof ApiError) return tellable.includes(error.code) ? error.text : refused
  if (error instanceof ApiUnreachableError) return error.status ? refused : error.message
  return error.message || 'Ha ocurrido un error inesperado'
}

export function useFirstConsultationCheckout() {
  const { userRole, loading } = useAuth()
  const [wanted, setWanted] = useState(false)
  const queries = useQueryClient()
  // A signed-in client pays with their account; others are invited to create one afterwards.
  const isClient = userRole === 'cliente'
  const endpoint = isClient ? apiContract.purchases.checkout : apiContract.purchases.checkoutAnonymous
  const { mutate, isPending, isSuccess, reset } = useMutation({
    ...endpointMutationOptions(endpoint),
    onMutate: () => setWanted(false),
    onSuccess: ({ url, heldUntil }) => {
      renewHeldSlot(heldUntil)
      browserWindowActions.leaveFor(url)
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'hold-expired') heldSlotStore.end()
      showRequiredEarlyStart(error)
      // After that message another press is a new purchase.
      if (error instanceof ApiError && error.code === 'order-already-paid') purchaseTicketStore.forget()
      if (areRulesChanged(error)) await refetchPaymentRules(queries)
      showNotice.failure('Error al iniciar pago', descriptionOf(error))
      if (areRulesChanged(error)) focusRules()
    },
  })

  useBackForwardCacheRestore(reset)

  // Waits until the session is known: a client's order must not become an anonymous one.
  useEffect(() => {
    if (!wanted || loading) return
    const ofNobody = !isClient && { purchaseTicket: purchaseTicketStore.use() }
    const shown = { ...toSlotFields(), ...toShownNoShowRuleField(), ...toTimeZoneField() }
    mutate({ body: { product: 'primera-consulta', ...shown, ...ofNobody } })
  }, [wanted, loading, isClient, mutate])

  const reserve = () => {
    if (!isEarlyStartMissing()) setWanted(true)
  }
  const reserveWithoutSlot = () => {
    dropHeldSlot()
    reserve()
  }
  return { busy: wanted || isPending || isSuccess, reserve, reserveWithoutSlot }
}
