import { messages } from '#contract/messages'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import { countOwnUnreadMessages, listCustomerMessages, listOwnMessages } from './read.ts'
import { closeCustomerQuestion, markCustomerMessagesSeen, markOwnMessagesSeen } from './seen.ts'
import { sendMessageToCustomer, sendOwnMessage } from './send.ts'
import { changeReplyTemplate, listReplyTemplates, removeReplyTemplate, saveReplyTemplate } from './templates.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createLiveServices

export const createLambdaHandler = serve(
  messages,
  {
    listMine: listOwnMessages,
    countUnreadOfMine: countOwnUnreadMessages,
    sendMine: sendOwnMessage,
    seeMine: markOwnMessagesSeen,
    listOfCustomer: listCustomerMessages,
    sendToCustomer: sendMessageToCustomer,
    seeOfCustomer: markCustomerMessagesSeen,
    closeQuestion: closeCustomerQuestion,
    listTemplates: listReplyTemplates,
    saveTemplate: saveReplyTemplate,
    changeTemplate: changeReplyTemplate,
    removeTemplate: removeReplyTemplate,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
