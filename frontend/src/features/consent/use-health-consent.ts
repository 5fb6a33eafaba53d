import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#contract/api'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { read, write } from '../../api/query.ts'
import { notify } from '../../ui/notify.ts'

const ownHealthConsent = read(api.consent.readHealth, {})

export const useHealthConsent = () => useQuery(ownHealthConsent)

export function useHealthConsentChanges(done?: () => void) {
  const queries = useQueryClient()
  const give = useMutation({
    ...write(api.consent.giveHealth),
    onSuccess: (state) => {
      queries.setQueryData(ownHealthConsent.queryKey, state)
      notify.success('Consentimiento guardado', 'Puedes retirarlo cuando quieras en Ajustes.')
    },
  })
  const withdraw = useMutation({
    ...write(api.consent.withdrawHealth),
    onSuccess: async (state) => {
      queries.setQueryData(ownHealthConsent.queryKey, state)
      notify.success('Consentimiento retirado', 'Hemos avisado a la consulta y estamos borrando tus datos de salud.')
      done?.()
      await queries.invalidateQueries()
    },
  })
  return {
    give: () => give.mutate({ body: { accepted: true, textVersion: HEALTH_CONSENT_VERSION } }),
    giving: give,
    withdraw: () => withdraw.mutate({ body: {} }),
    withdrawing: withdraw,
  }
}
