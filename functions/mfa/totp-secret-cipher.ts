import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms'
import { openServiceClient } from '#data/service-clients'

export interface TotpSecretCipher {
  readonly seal: (secret: string, userId: string) => Promise<string>
  readonly open: (sealed: string, userId: string) => Promise<string>
}

export function createTotpSecretCipher(
  keyId: string,
  client = openServiceClient(KMSClient, 'secrets'),
): TotpSecretCipher {
  // KMS authenticates the context: a sealed secret cannot be decrypted for another account.
  const context = (userId: string) => ({ EncryptionContext: { userId }, KeyId: keyId })
  return {
    seal: async (secret, userId) => {
      const { CiphertextBlob } = await client.send(
        new EncryptCommand({ ...context(userId), Plaintext: Buffer.from(secret, 'utf8') }),
      )
      return Buffer.from(CiphertextBlob ?? nothing('Encrypt')).toString('base64')
    },
    open: async (sealed, userId) => {
      const { Plaintext } = await client.send(
        new DecryptCommand({ ...context(userId), CiphertextBlob: Buffer.from(sealed, 'base64') }),
      )
      return Buffer.from(Plaintext ?? nothing('Decrypt')).toString('utf8')
    },
  }
}

const nothing = (operation: string): never => {
  throw new Error(`KMS ${operation} gave nothing back`)
}
