import { DeleteSuppressedDestinationCommand, NotFoundException, SESv2Client } from '@aws-sdk/client-sesv2'
import { openServiceClient } from '#data/service-clients'

/** SES' list, kept for the whole account and without end, of addresses that refused a mail or complained of one. */
export interface MailSuppressions {
  /** Also where the address is not on the list. */
  readonly remove: (email: string) => Promise<void>
}

export const createMailSuppressions = (client = openServiceClient(SESv2Client, 'mail')): MailSuppressions => ({
  remove: async (email) => {
    try {
      await client.send(new DeleteSuppressedDestinationCommand({ EmailAddress: email }))
    } catch (error) {
      if (!(error instanceof NotFoundException)) throw error
    }
  },
})
