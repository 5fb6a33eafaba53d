import { withdrawals } from '#contract/withdrawals'
import { serve } from '#platform/serve'
import { listContractWithdrawals, requestContractWithdrawal } from './request.ts'
import { createContractWithdrawalServices, type ContractWithdrawalServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createContractWithdrawalServices

export const createLambdaHandler = serve<typeof withdrawals, ContractWithdrawalServices>(
  withdrawals,
  {
    request: requestContractWithdrawal,
    list: listContractWithdrawals,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
