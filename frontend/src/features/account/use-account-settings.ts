import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountSettings, ChangeAccountSettings } from '#contract/account-settings'
import { apiContract } from '#contract/api'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { callApi } from '../../api/call-api.ts'
import { toErrorMessage, toSwitchErrorMessage } from '../../api/error-message.ts'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

const stored = endpointQueryOptions(apiContract.accountSettings.readSettings, {})

export const useAccountSettings = () => useQuery(stored)

export function useCacheAccountSettings() {
  const queries = useQueryClient()
  return (settings: AccountSettings) => queries.setQueryData(stored.queryKey, settings)
}

type Change = Partial<Omit<ChangeAccountSettings, 'version'>>

const bodyOf = (
  { email: _email, birthDate: _birthDate, guardian: _guardian, ...known }: AccountSettings,
  change: Change,
) => ({
  body: { ...known, ...change },
})

interface After {
  readonly undo?: Change
  readonly done?: () => void
}

export function useSaveAccountSettings(settings: AccountSettings) {
  const keep = useCacheAccountSettings()
  const queries = useQueryClient()
  const save = async (change: Change) => {
    const current = queries.getQueryData<AccountSettings>(stored.queryKey) ?? settings
    const next = await callApi(apiContract.accountSettings.changeSettings, bodyOf(current, change))
    keep(next)
    return next
  }
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ change }: { change: Change; undo?: Change }) => save(change),
    onSuccess: (_, { change, undo }) => {
      if (change.firstName !== undefined) greetAnew()
      if (undo) showNotice.undoable('¡Guardado!', () => mutate({ change: undo }))
      else showNotice.success('¡Guardado!')
    },
    onError: (refusal, { change }) => {
      showNotice.failure('Error', change.notifications ? toSwitchErrorMessage(refusal) : toErrorMessage(refusal))
      // Changed elsewhere, or by an attempt whose answer was lost: the next attempt uses the current version.
      void invalidateEndpoints(queries, apiContract.accountSettings.readSettings)
    },
  })
  const greetAnew = () => {
    emitAuthEvent('userUpdated')
    void invalidateEndpoints(queries, apiContract.ownCustomer.current)
  }
  return {
    save: (change: Change, { undo, done }: After = {}) =>
      mutate({ change, ...(undo && { undo }) }, { onSuccess: () => done?.() }),
    isPending,
    error,
  }
}
