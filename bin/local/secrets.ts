import { createHash } from 'node:crypto'
import type { GetSecretValueCommandInput } from '@aws-sdk/client-secrets-manager'
import type { AuthorizeCall } from './authorization/authorize-call.ts'
import { listSecretActions } from './authorization/secrets-actions.ts'
import {
  answerAwsJsonRequest,
  castJsonValue,
  StandInServiceError,
  type AwsJsonOperation,
  type VerifyIamSignature,
} from './json-protocol.ts'
import type { ServiceStandIn } from './service-stand-in.ts'

export interface SecretsManagerStandInOptions {
  readonly secrets: Readonly<Record<string, string>>
  /** @default 'eu-west-1' */
  readonly region?: string
  readonly verifyIam?: VerifyIamSignature
  readonly authorizeCall?: AuthorizeCall | undefined
}

/** Secrets Manager appends six random letters to each ARN; these are those of `bin/local/iam/template-values.ts`. */
const ARN_ENDING = '-AbCdEf'

/** Secrets Manager, read-only. A secret is found by its name or its ARN. */
export function createSecretsManagerStandIn({
  secrets,
  region = 'eu-west-1',
  verifyIam,
  authorizeCall,
}: SecretsManagerStandInOptions): ServiceStandIn {
  const arnOf = (name: string): string => `arn:aws:secretsmanager:${region}:000000000000:secret:${name}${ARN_ENDING}`
  const findName = (id: string | undefined): string | undefined =>
    Object.keys(secrets).find((known) => known === id || arnOf(known) === id)
  const operations = {
    GetSecretValue(input: GetSecretValueCommandInput) {
      const name = findName(input.SecretId)
      const SecretString = name === undefined ? undefined : secrets[name]
      if (name === undefined || SecretString === undefined) {
        throw new StandInServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
      }
      const VersionId = createHash('sha256').update(SecretString).digest('hex').slice(0, 32)
      return { ARN: arnOf(name), Name: name, SecretString, VersionId, VersionStages: ['AWSCURRENT'] }
    },
  } satisfies Record<string, AwsJsonOperation>
  return {
    answer: (request, response) =>
      answerAwsJsonRequest(request, response, {
        operations,
        admit: (_name, body, readInput) => {
          const key = verifyIam?.(request, body)
          const input = castJsonValue<GetSecretValueCommandInput>(readInput())
          // A missing secret is authorised by the requested name.
          const arn = arnOf(findName(input.SecretId) ?? String(input.SecretId))
          authorizeCall?.require({ key, request }, () => listSecretActions(input, arn, authorizeCall.customerKeys))
        },
      }),
  }
}
