import { AccessDeniedError, explainDenial } from '../authorization/access-denied-error.ts'
import type { SignedCall } from '../authorization/authorize-call.ts'
import type { RequiredAction } from '../authorization/required-action.ts'
import { type S3AuthorizationRequest, listActionToSeeMissing } from '../authorization/s3-actions.ts'
import type { S3Signature } from './admission.ts'
import type { AuthenticatedS3Request } from './authenticated-s3-request.ts'
import { getObjectHistory, type S3StandInState } from './s3-object-store.ts'
import { S3StandInError } from './s3-stand-in-error.ts'

type Asked = Pick<AuthenticatedS3Request, 'vault' | 'request' | 'place' | 'query' | 'headers'> & {
  readonly signature: Pick<S3Signature, 'key'> & { readonly type: S3AuthorizationRequest['authType'] }
}

const toJudged = ({ vault, place, query, headers, signature }: Asked): S3AuthorizationRequest => ({
  ...place,
  query,
  headers,
  authType: signature.type,
  customerKeys: vault.authorizeCall?.customerKeys ?? new Map(),
  findVersion: (at, versionId) => findStored(vault, at, versionId),
})

function findStored(vault: S3StandInState, at: { bucket: string; key: string }, versionId: string | null) {
  const { versions } = getObjectHistory(vault, at)
  const found = versionId === null ? versions[0] : versions.find(({ id }) => id === versionId)
  return found?.kind === 'stored' ? found : undefined
}

const callOf = ({ request, signature: { key } }: Asked): SignedCall => ({ key, request })

/** @throws {S3StandInError} `AccessDenied` unless the template allows the call */
export function requireS3Permission(
  asked: Asked,
  list: (request: S3AuthorizationRequest) => readonly RequiredAction[],
): void {
  try {
    asked.vault.authorizeCall?.require(callOf(asked), () => list(toJudged(asked)))
  } catch (error) {
    if (!(error instanceof AccessDeniedError)) throw error
    const { caller, action, resource } = error.denial
    throw new S3StandInError(
      403,
      'AccessDenied',
      `User: ${caller} is not authorized to perform: ${action} on resource: "${resource}" ${explainDenial(error.denial)}`,
    )
  }
}

/** S3 reports a missing object only to callers with ListBucket. */
export function maskMissingObject(asked: Asked, error: unknown): unknown {
  const isMissing = error instanceof S3StandInError && ['NoSuchKey', 'NoSuchVersion'].includes(error.code)
  if (!isMissing) return error
  try {
    requireS3Permission(asked, (request) => [listActionToSeeMissing(request, error.code === 'NoSuchVersion')])
    return error
  } catch (refusal) {
    return refusal
  }
}
