import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import type {
  DecryptCommandInput,
  DescribeKeyCommandInput,
  EncryptCommandInput,
  GenerateDataKeyCommandInput,
} from '@aws-sdk/client-kms'
import type { AuthorizeCall } from './authorization/authorize-call.ts'
import { type KmsOperation, listKmsActions } from './authorization/kms-actions.ts'
import {
  answerAwsJsonRequest,
  castJsonValue,
  StandInServiceError,
  type AwsJsonOperation,
  type VerifyIamSignature,
} from './json-protocol.ts'
import type { ServiceStandIn } from './service-stand-in.ts'
import type { DocumentStore } from './document-store.ts'

export interface KmsStandInOptions {
  readonly store: DocumentStore
  /** The only key's alias, e.g. `alias/mfa`; its id and ARN are accepted too. */
  readonly alias: string
  /**
   * Last part of its ARN.
   * @default - random
   */
  readonly keyId?: string
  /** @default 'eu-west-1' */
  readonly region?: string
  readonly verifyIam?: VerifyIamSignature
  readonly authorizeCall?: AuthorizeCall | undefined
}

export interface KmsStandIn extends ServiceStandIn {
  readonly keyArn: string
}

interface Key {
  readonly id: string
  readonly arn: string
  readonly alias: string
  readonly material: Buffer
  readonly createdAt: number
}

/** In the JSON protocol, bytes are base64 strings. */
type Wire<Input> = { readonly [Name in keyof Input]: Input[Name] extends Uint8Array | undefined ? string : Input[Name] }

const IV_BYTES = 12
const TAG_BYTES = 16
const MAX_PLAINTEXT_BYTES = 4096

/** One symmetric key, kept in the store. Ciphertexts are bound to their encryption context, as in KMS. */
export function createKmsStandIn(options: KmsStandInOptions): KmsStandIn {
  const key = openKey(options)
  const operations: Record<KmsOperation, AwsJsonOperation> = {
    Encrypt(input: Wire<EncryptCommandInput>) {
      requireKey(key, input.KeyId)
      const plaintext = bytesOf(input.Plaintext, 'plaintext')
      return { CiphertextBlob: seal(key, plaintext, input.EncryptionContext), ...used(key) }
    },

    Decrypt(input: Wire<DecryptCommandInput>) {
      if (input.KeyId !== undefined) requireKey(key, input.KeyId)
      const ciphertext = bytesOf(input.CiphertextBlob, 'ciphertextBlob')
      return { Plaintext: unseal(key, ciphertext, input.EncryptionContext).toString('base64'), ...used(key) }
    },

    GenerateDataKey(input: Wire<GenerateDataKeyCommandInput>) {
      requireKey(key, input.KeyId)
      const plaintext = randomBytes(input.NumberOfBytes ?? (input.KeySpec === 'AES_128' ? 16 : 32))
      const CiphertextBlob = seal(key, plaintext, input.EncryptionContext)
      return { Plaintext: plaintext.toString('base64'), CiphertextBlob, KeyId: key.arn }
    },

    DescribeKey(input: DescribeKeyCommandInput) {
      requireKey(key, input.KeyId)
      return {
        KeyMetadata: {
          KeyId: key.id,
          Arn: key.arn,
          CreationDate: new Date(key.createdAt),
          Enabled: true,
          KeyState: 'Enabled',
          KeyUsage: 'ENCRYPT_DECRYPT',
          KeySpec: 'SYMMETRIC_DEFAULT',
        },
      }
    },
  }
  return {
    keyArn: key.arn,
    answer: (request, response) =>
      answerAwsJsonRequest(request, response, {
        operations,
        admit: (name, body, readInput) => {
          const signer = options.verifyIam?.(request, body)
          const input = castJsonValue<{ readonly KeyId?: string }>(readInput())
          // There is only one key, so a ciphertext of any other is invalid.
          options.authorizeCall?.require({ key: signer, request }, () =>
            listKmsActions(castJsonValue<KmsOperation>(name), input, key.arn),
          )
        },
      }),
  }
}

function openKey({ store, alias, keyId, region = 'eu-west-1' }: KmsStandInOptions): Key {
  const keys = store.collection<{ id: string; material: string; createdAt: number }>('kms-keys')
  let kept = keys.get(alias)
  if (!kept) {
    kept = { id: keyId ?? randomUUID(), material: randomBytes(32).toString('base64'), createdAt: Date.now() }
    keys.put(alias, kept)
  }
  const arn = `arn:aws:kms:${region}:000000000000:key/${kept.id}`
  return { id: kept.id, arn, alias, material: Buffer.from(kept.material, 'base64'), createdAt: kept.createdAt }
}

function requireKey(key: Key, id: string | undefined): void {
  const aliasArn = key.arn.replace(/key\/.*$/, key.alias)
  if (id !== undefined && [key.id, key.arn, key.alias, aliasArn].includes(id)) return
  throw new StandInServiceError('NotFoundException', `Key '${id}' does not exist`)
}

function bytesOf(base64: string | undefined, name: string): Buffer {
  const bytes = Buffer.from(base64 ?? '', 'base64')
  if (bytes.length > 0 && (name !== 'plaintext' || bytes.length <= MAX_PLAINTEXT_BYTES)) return bytes
  const message = `1 validation error detected: Value at '${name}' failed to satisfy constraint: length must be 1 to 4096`
  throw new StandInServiceError('ValidationException', message)
}

/** The ciphertext contains the key's id, so Decrypt needs none. */
function seal(key: Key, plaintext: Buffer, context: Record<string, string> | undefined): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.material, iv).setAAD(bound(key, context))
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return Buffer.concat([Buffer.from(key.id), iv, cipher.getAuthTag(), sealed]).toString('base64')
}

function unseal(key: Key, ciphertext: Buffer, context: Record<string, string> | undefined): Buffer {
  const idBytes = key.id.length
  const iv = ciphertext.subarray(idBytes, idBytes + IV_BYTES)
  const tag = ciphertext.subarray(idBytes + IV_BYTES, idBytes + IV_BYTES + TAG_BYTES)
  try {
    const options = { authTagLength: TAG_BYTES }
    const decipher = createDecipheriv('aes-256-gcm', key.material, iv, options).setAAD(bound(key, context))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(ciphertext.subarray(idBytes + IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    // As in KMS, the error does not tell whether context, key or bytes are wrong.
    throw new StandInServiceError('InvalidCiphertextException', '')
  }
}

function bound(key: Key, context: Record<string, string> = {}): Buffer {
  const pairs = Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.from(JSON.stringify([key.id, pairs]))
}

function used(key: Key): object {
  return { KeyId: key.arn, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT' }
}
