import { withdrawals } from '#contract/withdrawals'
import { serve } from '#platform/serve'
import { listWithdrawals } from './list.ts'
import { requestWithdrawal } from './request.ts'
import { liveWithdrawalServices, type WithdrawalServices } from './services.ts'

export const open = liveWithdrawalServices

export const withServices = serve<typeof withdrawals, WithdrawalServices>(withdrawals, {
  request: requestWithdrawal,
  list: listWithdrawals,
})

export const handler = withServices(open)
