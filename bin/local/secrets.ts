import { createHash } from 'node:crypto'
import type { GetSecretValueCommandInput } from '@aws-sdk/client-secrets-manager'
import {
  answerAwsJsonRequest,
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
}

/** Secrets Manager, read-only. A secret is found by its name or its ARN. */
export function createSecretsManagerStandIn({
  secrets,
  region = 'eu-west-1',
  verifyIam,
}: SecretsManagerStandInOptions): ServiceStandIn {
  const arnOf = (name: string): string => `arn:aws:secretsmanager:${region}:000000000000:secret:${name}`
  const operations: Record<string, AwsJsonOperation> = {
    GetSecretValue(input: GetSecretValueCommandInput) {
      const name = Object.keys(secrets).find((known) => known === input.SecretId || arnOf(known) === input.SecretId)
      const SecretString = name === undefined ? undefined : secrets[name]
      if (name === undefined || SecretString === undefined) {
        throw new StandInServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
      }
      const VersionId = createHash('sha256').update(SecretString).digest('hex').slice(0, 32)
      return { ARN: arnOf(name), Name: name, SecretString, VersionId, VersionStages: ['AWSCURRENT'] }
    },
  }
  return {
    answer: (request, response) =>
      answerAwsJsonRequest(request, response, { operations, admit: (_name, body) => verifyIam?.(request, body) }),
  }
}
