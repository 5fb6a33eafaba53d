import { notifications } from '#contract/notifications'
import { serve } from '#platform/serve'
import { createLiveServices } from '#platform/services'
import {
  setPracticeNoticeMailFrequency,
  countUnseenPracticeNotices,
  listPracticeNotices,
  markPracticeNoticesSeen,
} from './practice-notices.ts'
import { sendNotification } from './send.ts'
import { findAddressRefusal, listCustomerNotifications, resendNotification } from './sent-mails.ts'
import { tableAccess } from './table-access.ts'

export const createLambdaServices = createLiveServices

export const createLambdaHandler = serve(
  notifications,
  {
    listOfCustomer: listCustomerNotifications,
    addressRefusal: findAddressRefusal,
    send: sendNotification,
    resend: resendNotification,
    countUnseen: countUnseenPracticeNotices,
    listOfPractice: listPracticeNotices,
    markSeen: markPracticeNoticesSeen,
    setMailFrequency: setPracticeNoticeMailFrequency,
  },
  tableAccess.handler,
)

export const handler = createLambdaHandler(createLambdaServices)
