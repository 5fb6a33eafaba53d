import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'

export interface WithdrawalServices extends ActionServices {
  readonly practiceMail: string
}

export const createWithdrawalServices = (): WithdrawalServices => ({
  ...createLiveServices(),
  practiceMail: readEnvironment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})
