import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'
import type { JWK } from 'jose'
import type { DocumentStore } from '../document-store.ts'

export interface TokenSigningKey {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly jwks: { readonly keys: JWK[] }
}

export function openTokenSigningKey(store: DocumentStore, name: string): TokenSigningKey {
  const keys = store.collection<{ id: string; privateJwk: JsonWebKey }>('signing-keys')
  let kept = keys.get(name)
  if (!kept) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    kept = { id: randomUUID(), privateJwk: privateKey.export({ format: 'jwk' }) }
    keys.put(name, kept)
  }
  const privateKey = createPrivateKey({ key: kept.privateJwk, format: 'jwk' })
  const publicKey = createPublicKey(privateKey)
  const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: kept.id, alg: 'RS256', use: 'sig' } as JWK
  return { id: kept.id, privateKey, publicKey, jwks: { keys: [publicJwk] } }
}
