import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'

export interface ConsentServices extends ActionServices {
  readonly practiceMail: string
}

export const createConsentServices = (): ConsentServices => ({
  ...createLiveServices(),
  practiceMail: readEnvironment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})
