import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  type RespondToAuthChallengeCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider'
import { generateSync } from 'otplib'
import { vi } from 'vitest'
import { createCognitoStandIn, type CognitoStandInOptions, type CodeMail } from '../../../bin/local/cognito/cognito.ts'
import { openTokenSigningKey } from '../../../bin/local/cognito/signing-key.ts'
import { power, powerOfG } from '../../../bin/local/cognito/srp.ts'
import { openDocumentStore, type DocumentStore } from '../../../bin/local/document-store.ts'

export const testUserPoolId = 'eu-west-1_Habitat'
export const testPoolClientId = 'spaclient'
export const testCallbackUrl = 'http://localhost:5173/auth/callback'
export const testPassword = 'Zanahoria-7'

interface TriggerEvent {
  readonly triggerSource: string
  readonly request: { readonly codeParameter?: string }
}
type TriggerHandler = (event: TriggerEvent) => Promise<unknown>

export const createPassingTrigger = () => vi.fn<TriggerHandler>(async (event) => event)
export const createRespondingTrigger = (response: object) =>
  vi.fn<TriggerHandler>(async (event) => ({ ...event, response }))
export const createRefusingTrigger = (reason: string) => vi.fn<TriggerHandler>(() => Promise.reject(new Error(reason)))

export function createManualClock() {
  let at = Date.now()
  return {
    now: () => at,
    advance: (milliseconds: number) => {
      at += milliseconds
    },
  }
}
type Clock = ReturnType<typeof createManualClock>

export async function listenOnFreePort(
  listener: RequestListener,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

type Options = Partial<CognitoStandInOptions> & { readonly clock?: Clock }
export type RunningUserPool = Awaited<ReturnType<typeof startUserPool>>

const keys = openDocumentStore().collection('signing-keys')

/** Contains signing keys only: generating one takes as long as the rest of a test. */
export function createStoreWithSigningKeys(): DocumentStore {
  const store = openDocumentStore()
  for (const name of ['cognito', 'google']) {
    const kept = keys.get(name)
    if (kept) store.collection('signing-keys').put(name, kept)
    else {
      openTokenSigningKey(store, name)
      keys.put(name, store.collection('signing-keys').get(name))
    }
  }
  return store
}

/** `reopen` restarts the pool on its stored data. */
export async function startUserPool({
  clock = createManualClock(),
  store = createStoreWithSigningKeys(),
  ...overrides
}: Options = {}) {
  const mails: CodeMail[] = []
  const at: { url: string } = { url: '' }
  const open = (on: DocumentStore) =>
    createCognitoStandIn({
      publicUrl: `${at.url}/_local/cognito`,
      poolId: testUserPoolId,
      clientId: testPoolClientId,
      callbackUrls: [testCallbackUrl],
      logoutUrls: ['http://localhost:5173/'],
      google: {
        authorizeUrl: 'http://localhost/google/authorize',
        tokenUrl: 'http://localhost/google/token',
        jwksUrl: 'http://localhost/google/jwks.json',
        issuer: 'http://localhost/google',
        clientId: 'google-client',
        clientSecret: 'google-secret',
      },
      triggers: {},
      deliver: async (mail) => void mails.push(mail),
      now: clock.now,
      ...overrides,
      store: on,
    })
  const server = await listenOnFreePort((request, response) => void current.answer(request, response))
  at.url = server.url
  let current = open(store)
  const publicUrl = `${server.url}/_local/cognito`
  const sdk = new CognitoIdentityProviderClient({
    endpoint: publicUrl,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local-secret' },
    maxAttempts: 1,
  })
  return {
    publicUrl,
    sdk,
    mails,
    clock,
    cognito: () => current,
    reopen: (on: DocumentStore) => {
      current = open(on)
    },
    lastCode: () => /\d{6}/.exec(mails.at(-1)?.html ?? '')?.[0] ?? '',
    totp: (secret: string) => generateSync({ secret, epoch: Math.floor(clock.now() / 1000) }),
    close: async () => {
      sdk.destroy()
      await server.close()
    },
  }
}

export async function signInWithSrp(
  {
    sdk,
    clientId: ClientId = testPoolClientId,
    userPoolId = testUserPoolId,
  }: Pick<RunningUserPool, 'sdk'> & { readonly clientId?: string; readonly userPoolId?: string },
  username: string,
  secret: string,
  metadata?: Record<string, string>,
): Promise<RespondToAuthChallengeCommandOutput> {
  const [, poolName = ''] = userPoolId.split('_')
  const a = number(randomBytes(32))
  const A = powerOfG(a)
  const AuthParameters = { USERNAME: username, SRP_A: A.toString(16) }
  const start = await sdk.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters,
      ...(metadata && { ClientMetadata: metadata }),
    }),
  )
  const { SALT = '', SRP_B = '', SECRET_BLOCK = '', USER_ID_FOR_SRP = '' } = start.ChallengeParameters ?? {}
  const B = BigInt(`0x${SRP_B}`)
  const u = number(sha(bytes(A), bytes(B)))
  const x = number(sha(bytes(BigInt(`0x${SALT}`)), sha(Buffer.from(`${poolName}${USER_ID_FOR_SRP}:${secret}`))))
  const shared = power((((B - K * powerOfG(x)) % N) + N) % N, a + u * x)
  const key = Buffer.from(hkdfSync('sha256', bytes(shared), bytes(u), 'Caldera Derived Key', 16))
  const TIMESTAMP = 'Sat Nov 21 10:00:00 UTC 2026'
  const signed = [poolName, USER_ID_FOR_SRP, Buffer.from(SECRET_BLOCK, 'base64'), TIMESTAMP]
  const hmac = createHmac('sha256', key)
  for (const part of signed) hmac.update(part)
  return sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: hmac.digest('base64'),
        TIMESTAMP,
      },
      ...(metadata && { ClientMetadata: metadata }),
    }),
  )
}

const N = BigInt(
  `0x${'F'.repeat(16)}C90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CA${'F'.repeat(16)}`,
)
const K = number(sha(bytes(N), bytes(2n)))

function sha(...parts: Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(parts)).digest()
}
function number(value: Buffer): bigint {
  return BigInt(`0x${value.toString('hex')}`)
}
function bytes(value: bigint): Buffer {
  const hex = value.toString(16)
  const even = hex.length % 2 ? `0${hex}` : hex
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex')
}
