import { readEnvironment } from '#platform/environment'
import { createLiveServices, type ActionServices } from '#platform/services'

export interface ConsultationServices extends ActionServices {
  readonly siteUrl: string
  readonly practiceMail: string
}

export const createConsultationServices = (): ConsultationServices => ({
  ...createLiveServices(),
  siteUrl: readEnvironment(['SITE_URL']).SITE_URL,
  practiceMail: readEnvironment(['PRACTICE_MAIL']).PRACTICE_MAIL,
})
