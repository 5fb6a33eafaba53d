import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiContract } from '#contract/api'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'

export const ownPathwayQuery = endpointQueryOptions(apiContract.ownCustomer.readOwnPathway, {})

/** Whatever the client does elsewhere on the page may be a fact of it: a price answered, an hour taken, a form sent. */
export function useOwnPathway() {
  const queries = useQueryClient()
  const query = useQuery(ownPathwayQuery)
  useEffect(
    () =>
      queries.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void invalidateEndpoints(queries, apiContract.ownCustomer.readOwnPathway)
      }),
    [queries],
  )
  return query
}
