import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { apiContract } from '#contract/api'
import { HEALTH_CONSENT_VERSION } from '#contract/product'
import { endpointQueryOptions, endpointMutationOptions, inOrderWithBirthDate } from '../../api/endpoint-query.ts'
import { showNotice } from '../../ui/show-notice.ts'

const ownHealthConsent = endpointQueryOptions(apiContract.consent.readHealth, {})

export const useOwnHealthConsent = () => useQuery(ownHealthConsent)

export function useOwnHealthConsentMutations(done?: () => void) {
  const queries = useQueryClient()
  const give = useMutation({
    ...endpointMutationOptions(apiContract.consent.giveHealth),
    scope: inOrderWithBirthDate,
    onSuccess: (state) => {
      queries.setQueryData(ownHealthConsent.queryKey, state)
      showNotice.success('Consentimiento guardado', 'Puedes retirarlo cuando quieras en Ajustes.')
    },
  })
  const withdraw = useMutation({
    ...endpointMutationOptions(apiContract.consent.withdrawHealth),
    onSuccess: async (state) => {
      queries.setQueryData(ownHealthConsent.queryKey, state)
      showNotice.success(
        'Consentimiento retirado',
        'Hemos avisado a la consulta y estamos borrando tus datos de salud.',
      )
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
