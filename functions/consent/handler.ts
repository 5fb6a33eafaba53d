import { consent } from '#contract/consent'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { keepReceipt } from './keep-receipt.ts'

export const open = liveServices

export const withServices = serve(consent, { keepReceipt })

export const handler = withServices(open)
