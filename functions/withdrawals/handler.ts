import { withdrawals } from '#contract/withdrawals'
import { serve } from '#platform/serve'
import { listWithdrawals, requestWithdrawal } from './request.ts'
import { liveWithdrawalServices, type WithdrawalServices } from './services.ts'
import { tableAccess } from './table-access.ts'

export const open = liveWithdrawalServices

export const withServices = serve<typeof withdrawals, WithdrawalServices>(
  withdrawals,
  {
    request: requestWithdrawal,
    list: listWithdrawals,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
