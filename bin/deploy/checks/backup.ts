import type { Check } from '../check.ts'
import { signedGet } from '../signed-get.ts'
import { due, ready } from '../verdict.ts'

interface RegionSettings {
  readonly ResourceTypeOptInPreference?: { readonly DynamoDB?: boolean }
  readonly ResourceTypeManagementPreference?: { readonly DynamoDB?: boolean }
}

/** AWS Backup skips resource types without opt-in every night, without an event. */
export const checkBackup: Check = async ({ stage, clients, fetch }) => {
  if (!stage.backup)
    return ready('Sin «backup» en lib/stages.ts: solo la recuperación de la tabla, que acaba con ella.')
  const { ResourceTypeOptInPreference, ResourceTypeManagementPreference } = await signedGet<RegionSettings>(
    { clients, fetch },
    { service: 'backup', path: '/account-settings' },
  )
  return ResourceTypeOptInPreference?.DynamoDB && ResourceTypeManagementPreference?.DynamoDB
    ? ready('AWS Backup guarda la tabla cada noche.')
    : due(
        `AWS Backup no guarda aún ninguna tabla de la cuenta: «aws backup update-region-settings --region ${stage.region} --resource-type-opt-in-preference DynamoDB=true --resource-type-management-preference DynamoDB=true».`,
      )
}
