import { withdrawals } from '#contract/withdrawals'
import { serve } from '#platform/serve'
import { listWithdrawals, requestWithdrawal } from './request.ts'
import { createWithdrawalServices, type WithdrawalServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createWithdrawalServices

export const createLambdaHandler = serve<typeof withdrawals, WithdrawalServices>(
  withdrawals,
  {
    request: requestWithdrawal,
    list: listWithdrawals,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
