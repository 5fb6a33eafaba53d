import { environment } from '#platform/environment'
import { liveServices, type Services } from '#platform/services'

export interface ConsentServices extends Services {
  readonly practiceMail: string
}

export const liveConsentServices = (): ConsentServices => ({
  ...liveServices(),
  practiceMail: environment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})
