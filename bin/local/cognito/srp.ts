import {
  constants,
  createHash,
  createHmac,
  createPublicKey,
  hkdfSync,
  publicEncrypt,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { StandInServiceError } from '../json-protocol.ts'

/** The 3072-bit group of RFC 5054, which Cognito uses with generator 2. */
const N = BigInt(
  '0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B' +
    '302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE6' +
    '49286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D' +
    '670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF695581718' +
    '3995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7D' +
    'B3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C' +
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
)
const N_HEX_DIGITS = 3072 / 4
const G = 2n
const K = toNumber(sha256(padded(N), padded(G)))

/** SRP binds a verifier to the part of the pool id behind the `_` and to the user name. */
export interface SrpPasswordOwner {
  readonly poolName: string
  readonly username: string
}

export interface SrpVerifier {
  readonly salt: string
  readonly verifier: string
}

/** Server state between the two steps of one sign-in; hex. */
export interface SrpServerState {
  readonly clientPublic: string
  readonly serverSecret: string
  readonly serverPublic: string
}

export function createSrpVerifier(owner: SrpPasswordOwner, password: string, salt = randomBytes(16)): SrpVerifier {
  const saltNumber = toNumber(salt)
  return { salt: saltNumber.toString(16), verifier: powerOfG(secretExponent(owner, password, saltNumber)).toString(16) }
}

export function isPasswordCorrect(owner: SrpPasswordOwner, password: string, kept: SrpVerifier): boolean {
  return powerOfG(secretExponent(owner, password, BigInt(`0x${kept.salt}`))).toString(16) === kept.verifier
}

/**
 * First step: answers the client's public number (`SRP_A`, hex) with the server's.
 * @throws StandInServiceError InvalidParameterException when it is no number or would fix the shared secret at zero
 */
export function startSrpExchange(clientPublic: string, kept: SrpVerifier): SrpServerState {
  if (!/^[0-9a-f]{1,1024}$/i.test(clientPublic) || BigInt(`0x${clientPublic}`) % N === 0n) {
    throw new StandInServiceError('InvalidParameterException', 'Invalid SRP_A')
  }
  const secret = toNumber(randomBytes(32))
  const serverPublic = (K * BigInt(`0x${kept.verifier}`) + powerOfG(secret)) % N
  return { clientPublic, serverSecret: secret.toString(16), serverPublic: serverPublic.toString(16) }
}

export interface SrpProof {
  readonly secretBlock: string
  readonly timestamp: string
  readonly signature: string
}

export function isSrpProofValid(
  owner: SrpPasswordOwner,
  kept: SrpVerifier,
  state: SrpServerState,
  claim: SrpProof,
): boolean {
  const clientPublic = BigInt(`0x${state.clientPublic}`)
  const scrambler = toNumber(sha256(padded(clientPublic), padded(BigInt(`0x${state.serverPublic}`))))
  const base = (clientPublic * power(BigInt(`0x${kept.verifier}`), scrambler)) % N
  const shared = power(base, BigInt(`0x${state.serverSecret}`))
  const key = hkdfSync('sha256', padded(shared), padded(scrambler), 'Caldera Derived Key', 16)
  const wanted = createHmac('sha256', Buffer.from(key))
    .update(owner.poolName)
    .update(owner.username)
    .update(Buffer.from(claim.secretBlock, 'base64'))
    .update(claim.timestamp)
    .digest()
  const given = Buffer.from(claim.signature, 'base64')
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function secretExponent(owner: SrpPasswordOwner, password: string, salt: bigint): bigint {
  return toNumber(sha256(padded(salt), sha256(Buffer.from(`${owner.poolName}${owner.username}:${password}`))))
}

function sha256(...parts: Buffer[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function toNumber(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`)
}

/**
 * Big-endian bytes with a leading zero where the first bit is set, as Java's BigInteger writes them: Cognito hashes
 * that form.
 */
function padded(value: bigint): Buffer {
  let hex = value.toString(16)
  if (hex.length % 2) hex = `0${hex}`
  if (/^[89a-f]/.test(hex)) hex = `00${hex}`
  return Buffer.from(hex, 'hex')
}

export const powerOfG = (exponent: bigint): bigint => power(G, exponent)

/** `base ** exponent % N`, by OpenSSL's RSA operation: a fifth of the time of BigInt arithmetic. */
export function power(base: bigint, exponent: bigint): bigint {
  const key = createPublicKey({ key: { kty: 'RSA', n: base64url(N), e: base64url(exponent) }, format: 'jwk' })
  const message = Buffer.from((base % N).toString(16).padStart(N_HEX_DIGITS, '0'), 'hex')
  return toNumber(publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, message))
}

const base64url = (value: bigint): string => padded(value).toString('base64url')
