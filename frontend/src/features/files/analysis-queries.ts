import { apiContract } from '#contract/api'
import { endpointPagesQueryOptions } from '../../api/endpoint-query.ts'

export const customerAnalysesQueryOptions = (customerId: string) =>
  endpointPagesQueryOptions(apiContract.files.listAnalysesOfCustomer, { params: { customerId }, query: {} })
