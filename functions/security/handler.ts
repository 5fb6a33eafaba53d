import { security } from '#contract/security'
import { serve } from '#platform/serve'
import { liveServices } from '#platform/services'
import { readHealth } from './health.ts'

export const open = liveServices

export const withServices = serve(security, { health: readHealth })

export const handler = withServices(open)
