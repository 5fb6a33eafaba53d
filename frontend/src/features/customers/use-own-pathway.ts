import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiContract } from '#contract/api'
import { endpointQueryOptions, invalidateEndpoints } from '../../api/endpoint-query.ts'

export const ownPathwayQuery = endpointQueryOptions(apiContract.ownCustomer.readOwnPathway, {})

/** Refetched after every write of the page, because any may be a fact of the pathway: a price, an hour, a form. */
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
