import { account as accountEndpoints } from './account.ts'
import { accountSettings } from './account-settings.ts'

/** All of the domain, as its Lambda answers. */
export const account = { ...accountEndpoints, ...accountSettings }
