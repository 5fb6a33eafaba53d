import { createHmac, randomBytes } from 'node:crypto'
import { isSecurityControlDeployed, type IsSecurityControlOn } from '../security-controls.ts'
import type { DocumentStore } from '../document-store.ts'
import { openAttemptLimiter, type AttemptLimiter } from './attempts.ts'
import { openVerificationCodes, type VerificationCodes, type DeliverCodeMail, type PoolMailAccount } from './codes.ts'
import { openChallengeSessionStore, type ChallengeSessionStore } from './sessions.ts'
import { openRefreshTokenFamilyStore, type RefreshTokenFamilyStore } from './refresh-token-families.ts'
import { openTokenSigningKey, type TokenSigningKey } from './signing-key.ts'
import { createSrpVerifier, type SrpVerifier } from './srp.ts'
import { openTokenIssuer, type TokenIssuer } from './tokens.ts'
import { createTriggerRunner, type FireCognitoTrigger, type CognitoTriggerHandlers } from './triggers.ts'
import { openLocalCognitoUserStore, type LocalCognitoUserStore } from './users.ts'

export interface LocalUserPoolOptions {
  readonly store: DocumentStore
  /** Mount URL of the stand-in, without a trailing slash. */
  readonly publicUrl: string
  /** Contains `_`, e.g. `eu-west-1_Habitat`. */
  readonly poolId: string
  readonly clientId: string
  /** @default ['administrador', 'cliente'] */
  readonly groups?: readonly string[]
  readonly triggers: CognitoTriggerHandlers
  /** Each trigger is called again, as where its first answer is lost. @default never */
  readonly callsTriggersTwice?: () => boolean
  readonly deliver: DeliverCodeMail
  /** `EmailSendingAccount`: with Cognito's default no trigger can set a mail's text. @default 'DEVELOPER' */
  readonly mailAccount?: PoolMailAccount
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number
  /**
   * Protections that the pool reports as enabled.
   * @default those that lib/ deploys
   */
  readonly isOn?: IsSecurityControlOn
}

export interface LocalUserPool {
  readonly id: string
  /** The part of the id after `_`: SRP verifiers are bound to it. */
  readonly name: string
  readonly clientId: string
  readonly issuer: string
  readonly now: () => number
  readonly isOn: IsSecurityControlOn
  readonly key: TokenSigningKey
  readonly users: LocalCognitoUserStore
  readonly phantoms: PhantomUserFactory
  readonly groups: Groups
  readonly sessions: ChallengeSessionStore
  readonly attempts: AttemptLimiter
  readonly codes: VerificationCodes
  readonly signIns: RefreshTokenFamilyStore
  readonly tokens: TokenIssuer
  readonly fire: FireCognitoTrigger
  readonly verifierFor: (username: string, password: string) => SrpVerifier
}

interface Group {
  readonly name: string
  readonly description?: string | undefined
  readonly createdAt: number
}
type Groups = ReturnType<typeof openGroups>

export function openLocalUserPool(options: LocalUserPoolOptions): LocalUserPool {
  const {
    store,
    poolId,
    clientId,
    groups = ['administrador', 'cliente'],
    now = Date.now,
    isOn = isSecurityControlDeployed,
  } = options
  const [region = '', name = ''] = poolId.split('_')
  const issuer = `${options.publicUrl}/${poolId}`
  const key = openTokenSigningKey(store, 'cognito')
  const users = openLocalCognitoUserStore(store, now)
  const signIns = openRefreshTokenFamilyStore(store, now)
  const attempts = openAttemptLimiter(store, now)
  const fire = createTriggerRunner({ id: poolId, region, clientId }, options.triggers, options.callsTriggersTwice)
  return {
    id: poolId,
    name,
    clientId,
    issuer,
    now,
    isOn,
    key,
    users,
    phantoms: openPhantoms(store, name),
    groups: openGroups(store, groups, now),
    sessions: openChallengeSessionStore(store, now),
    attempts,
    codes: openVerificationCodes(store, {
      now,
      attempts,
      fire,
      deliver: options.deliver,
      mailAccount: options.mailAccount ?? 'DEVELOPER',
    }),
    signIns,
    tokens: openTokenIssuer({ issuer, clientId, key, users, signIns, fire, now }),
    fire,
    verifierFor: (username, password) => createSrpVerifier({ poolName: name, username }, password),
  }
}

function openGroups(store: DocumentStore, names: readonly string[], now: () => number) {
  const groups = store.collection<Group>('cognito-groups')
  for (const name of names) if (!groups.get(name)) groups.put(name, { name, createdAt: now() })
  return groups
}

/** A user for an unknown name, the same for each attempt: sign-in must not reveal which accounts exist. */
export type PhantomUserFactory = (typedName: string) => { username: string; password: SrpVerifier }

function openPhantoms(store: DocumentStore, poolName: string): PhantomUserFactory {
  const secrets = store.collection<string>('cognito-secrets')
  const secret = secrets.get('phantom') ?? randomBytes(32).toString('hex')
  secrets.put('phantom', secret)
  return (typedName) => {
    const digest = createHmac('sha256', secret).update(typedName.toLowerCase()).digest()
    const username = uuidFrom(digest.toString('hex'))
    const nobodysPassword = randomBytes(16).toString('hex')
    const salt = Buffer.from(digest.subarray(16))
    return { username, password: createSrpVerifier({ poolName, username }, nobodysPassword, salt) }
  }
}

function uuidFrom(hex: string): string {
  const version = `4${hex.slice(13, 16)}`
  const variant = `a${hex.slice(17, 20)}`
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join('-')
}
