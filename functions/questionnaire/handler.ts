import { questionnaire } from '#contract/questionnaire'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import {
  discardQuestionnaireDraft,
  readOwnQuestionnaire,
  saveQuestionnaireDraft,
  saveOwnQuestionnaire,
} from './mine.ts'
import {
  listOwnQuestionnaireVersions,
  readCustomerQuestionnaire,
  readCustomerQuestionnaireVersion,
  readOwnQuestionnaireVersion,
  markQuestionnaireSeen,
} from './versions.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createLiveServices

export const createLambdaHandler = serve(
  questionnaire,
  {
    readMine: readOwnQuestionnaire,
    save: saveOwnQuestionnaire,
    saveDraft: saveQuestionnaireDraft,
    discardDraft: discardQuestionnaireDraft,
    listMine: listOwnQuestionnaireVersions,
    readVersionOfMine: readOwnQuestionnaireVersion,
    readOfCustomer: readCustomerQuestionnaire,
    readVersionOfCustomer: readCustomerQuestionnaireVersion,
    see: markQuestionnaireSeen,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
