import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'

/** The latest first, with what is not published. */
export const customerAnalysesQueryOptions = (customerId: string) =>
  endpointPagesQueryOptions(apiContract.files.listAnalysesOfCustomer, { params: { customerId }, query: {} })
