import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { ApiError } from '../../api/api-error.ts'
import { callApi } from '../../api/call-api.ts'
import { invalidateEndpoints } from '../../api/endpoint-query.ts'
import { heldSlotStore } from './held-slot-store.ts'

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && ['slot-taken', 'too-soon', 'too-far', 'outside-hours'].includes(error.code)

/** Requests are sent in sequence, so that the server holds the last pressed hour. */
export function useSlotHold() {
  const queries = useQueryClient()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const { mutate, variables, isPending, error, reset } = useMutation({
    mutationFn: (startsAt: string) =>
      callApi(apiContract.purchases.holdSlot, {
        body: { product: 'primera-consulta', startsAt, ticket: heldSlotStore.ticket() },
      }),
    scope: { id: 'slot-hold' },
    onSuccess: (hold, startsAt) => {
      setTaken((before) => new Set([...before].filter((each) => each !== startsAt)))
      heldSlotStore.keep(hold)
    },
    onError: (failure, startsAt) => {
      if (!isTaken(failure)) return
      setTaken((before) => new Set([...before, startsAt]))
      void invalidateEndpoints(queries, apiContract.freeSlots.listFreeSlots)
    },
  })
  return { hold: mutate, asked: variables, isPending, error, isTaken: isTaken(error), taken, dismiss: reset }
}
