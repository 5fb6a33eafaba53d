import { PolicyError } from '../iam/policy-error.ts'
import type { RequiredAction } from './required-action.ts'
import { presentKeys } from './required-action.ts'

export interface MailToAuthorize {
  readonly from: string
  readonly displayName: string
  readonly recipients: readonly string[]
  /** The verified address or domain. */
  readonly identity: string
  readonly configurationSet: string | undefined
}

interface Place {
  readonly region: string
  readonly accountId: string
}

const version = { 'ses:ApiVersion': '1' }

/** A mail requires the permission for its identity and for its configuration set, if it names one. */
function listSendActions(
  action: string,
  mail: MailToAuthorize,
  { region, accountId }: Place,
): readonly RequiredAction[] {
  const { identity, configurationSet, from, displayName, recipients } = mail
  const resources = [
    `identity/${identity}`,
    ...(configurationSet === undefined ? [] : [`configuration-set/${configurationSet}`]),
  ]
  const keys = presentKeys({
    ...version,
    'ses:FromAddress': from,
    'ses:FromDisplayName': displayName === '' ? undefined : displayName,
    'ses:Recipients': recipients,
  })
  return resources.map((resource) => ({ action, resource: `arn:aws:ses:${region}:${accountId}:${resource}`, keys }))
}

/**
 * `mail` is undefined for operations that send none.
 * @throws PolicyError for an unknown operation
 */
export function listSesActions(
  operation: string,
  mail: MailToAuthorize | undefined,
  place: Place,
): readonly RequiredAction[] {
  if (mail && (operation === 'SendEmail' || operation === 'SendRawEmail')) {
    return listSendActions(`ses:${operation}`, mail, place)
  }
  if (operation === 'GetSendQuota') return [{ action: 'ses:GetSendQuota', resource: '*', keys: version }]
  if (operation === 'DeleteSuppressedDestination')
    return [{ action: 'ses:DeleteSuppressedDestination', resource: '*', keys: { 'ses:ApiVersion': '2' } }]
  throw new PolicyError(`the action of ses ${operation} is not known`)
}
