import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AccountSettings, ChangeSettings } from '#contract/account-settings'
import { api } from '#contract/api'
import { emitAuthEvent } from '../../api/auth-events.ts'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { read } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'

const stored = read(api.account.readSettings, {})

export const useSettings = () => useQuery(stored)

export function useCacheSettings() {
  const queries = useQueryClient()
  return (settings: AccountSettings) => queries.setQueryData(stored.queryKey, settings)
}

type Change = Partial<Omit<ChangeSettings, 'version'>>

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

export function useSaveSettings(settings: AccountSettings) {
  const keep = useCacheSettings()
  const queries = useQueryClient()
  const save = async (change: Change) => {
    const current = queries.getQueryData<AccountSettings>(stored.queryKey) ?? settings
    const next = await call(api.account.changeSettings, bodyOf(current, change))
    keep(next)
    return next
  }
  const { mutate, isPending } = useMutation({
    mutationFn: ({ change }: { change: Change; undo?: Change }) => save(change),
    onSuccess: (_, { change, undo }) => {
      if (change.firstName !== undefined) greetAnew()
      if (undo) notify.undoable('¡Guardado!', () => mutate({ change: undo }))
      else notify.success('¡Guardado!')
    },
    onError: (error) => {
      notify.failure('Error', errorText(error))
      // Changed from elsewhere, or by a try whose answer was lost: the next one goes on from what is there now.
      void queries.invalidateQueries({ queryKey: stored.queryKey })
    },
  })
  const greetAnew = () => {
    emitAuthEvent('userUpdated')
    void queries.invalidateQueries({ queryKey: read(api.customers.current, {}).queryKey })
  }
  return {
    save: (change: Change, { undo, done }: After = {}) =>
      mutate({ change, ...(undo && { undo }) }, { onSuccess: () => done?.() }),
    isPending,
  }
}
