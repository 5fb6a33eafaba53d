import { notifications } from '#contract/notifications'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { sendNotification } from './send.ts'
import { listNotifications, resendNotification } from './sent-mails.ts'
import { tableAccess } from './table-access.ts'

export const open = liveServices

export const withServices = serve(
  notifications,
  {
    listOfCustomer: listNotifications,
    send: sendNotification,
    resend: resendNotification,
  },
  tableAccess.handler,
)

export const handler = withServices(open)
