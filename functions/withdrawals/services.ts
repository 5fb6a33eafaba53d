import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'

export interface ContractWithdrawalServices extends ActionServices {
  readonly practiceMail: string
}

export const createContractWithdrawalServices = (): ContractWithdrawalServices => ({
  ...createLiveServices(),
  practiceMail: readEnvironment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})
