import { createHash } from 'node:crypto'
import type { GetSecretValueCommandInput } from '@aws-sdk/client-secrets-manager'
import { answerOperation, ServiceError, type Operation, type VerifyIam } from './json-protocol.ts'
import type { StandIn } from './stand-in.ts'

export interface SecretsOptions {
  readonly secrets: Readonly<Record<string, string>>
  /** @default 'eu-west-1' */
  readonly region?: string
  readonly verifyIam?: VerifyIam
}

/** Secrets Manager, read-only. A secret is found by its name or its ARN. */
export function createSecrets({ secrets, region = 'eu-west-1', verifyIam }: SecretsOptions): StandIn {
  const arnOf = (name: string): string => `arn:aws:secretsmanager:${region}:000000000000:secret:${name}`
  const operations: Record<string, Operation> = {
    GetSecretValue(input: GetSecretValueCommandInput) {
      const name = Object.keys(secrets).find((known) => known === input.SecretId || arnOf(known) === input.SecretId)
      const SecretString = name === undefined ? undefined : secrets[name]
      if (name === undefined || SecretString === undefined) {
        throw new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
      }
      const VersionId = createHash('sha256').update(SecretString).digest('hex').slice(0, 32)
      return { ARN: arnOf(name), Name: name, SecretString, VersionId, VersionStages: ['AWSCURRENT'] }
    },
  }
  return {
    answer: (request, response) =>
      answerOperation(request, response, { operations, admit: (_name, body) => verifyIam?.(request, body) }),
  }
}
