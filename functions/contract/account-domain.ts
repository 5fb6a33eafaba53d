import { account as accountEndpoints } from './account.ts'
import { accountSettings } from './account-settings.ts'

export const account = { ...accountEndpoints, ...accountSettings }
