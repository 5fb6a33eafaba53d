import { questionnaire } from '#contract/questionnaire'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import { listCustomerCheckIns, listOwnCheckIns, markCheckInSeen, saveOwnCheckIn } from './check-ins.ts'
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
    listCheckInsOfMine: listOwnCheckIns,
    saveCheckIn: saveOwnCheckIn,
    listCheckInsOfCustomer: listCustomerCheckIns,
    seeCheckIn: markCheckInSeen,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
