import { environment } from '#platform/environment'
import { liveServices, type Services } from '#platform/services'

export interface WithdrawalServices extends Services {
  readonly practiceMail: string
}

export const liveWithdrawalServices = (): WithdrawalServices => ({
  ...liveServices(),
  practiceMail: environment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})
