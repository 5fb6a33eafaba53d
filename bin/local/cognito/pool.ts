import { createHmac, randomBytes } from 'node:crypto'
import { asDeployed, type IsOn } from '../protections.ts'
import type { Store } from '../store.ts'
import { openAttempts, type Attempts } from './attempts.ts'
import { openCodes, type Codes, type Deliver } from './codes.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { openSignIns, type SignIns } from './sign-ins.ts'
import { signingKey, type SigningKey } from './signing-key.ts'
import { passwordVerifier, type PasswordVerifier } from './srp.ts'
import { openTokens, type Tokens } from './tokens.ts'
import { triggersOf, type Fire, type Triggers } from './triggers.ts'
import { openUsers, type Users } from './users.ts'

export interface PoolOptions {
  readonly store: Store
  /** Where the stand-in is mounted, without a slash at the end. */
  readonly publicUrl: string
  /** Contains `_`, e.g. `eu-west-1_Habitat`. */
  readonly poolId: string
  readonly clientId: string
  readonly triggers: Triggers
  readonly deliver: Deliver
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number
  /**
   * Which protections the pool reports as on.
   * @default those that lib/ deploys
   */
  readonly isOn?: IsOn
}

export interface Pool {
  readonly id: string
  /** The part of the id behind `_`: SRP verifiers are bound to it. */
  readonly name: string
  readonly clientId: string
  readonly issuer: string
  readonly now: () => number
  readonly isOn: IsOn
  readonly key: SigningKey
  readonly users: Users
  readonly phantoms: Phantoms
  readonly groups: Groups
  readonly sessions: Sessions
  readonly attempts: Attempts
  readonly codes: Codes
  readonly signIns: SignIns
  readonly tokens: Tokens
  readonly fire: Fire
  readonly verifierFor: (username: string, password: string) => PasswordVerifier
}

interface Group {
  readonly name: string
  readonly description?: string | undefined
  readonly createdAt: number
}
type Groups = ReturnType<typeof openGroups>

export function openPool(options: PoolOptions): Pool {
  const { store, poolId, clientId, now = Date.now, isOn = asDeployed } = options
  const [region = '', name = ''] = poolId.split('_')
  const issuer = `${options.publicUrl}/${poolId}`
  const key = signingKey(store, 'cognito')
  const users = openUsers(store, now)
  const signIns = openSignIns(store, now)
  const attempts = openAttempts(store, now)
  const fire = triggersOf({ id: poolId, region, clientId }, options.triggers)
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
    groups: openGroups(store, now),
    sessions: openSessions(store, now),
    attempts,
    codes: openCodes(store, { now, attempts, fire, deliver: options.deliver }),
    signIns,
    tokens: openTokens({ issuer, clientId, key, users, signIns, fire, now }),
    fire,
    verifierFor: (username, password) => passwordVerifier({ poolName: name, username }, password),
  }
}

function openGroups(store: Store, now: () => number) {
  const groups = store.collection<Group>('cognito-groups')
  for (const name of ['administrador', 'cliente']) if (!groups.get(name)) groups.put(name, { name, createdAt: now() })
  return groups
}

/** A user for an unknown name, the same for each attempt: sign-in must not reveal which accounts exist. */
export type Phantoms = (typedName: string) => { username: string; password: PasswordVerifier }

function openPhantoms(store: Store, poolName: string): Phantoms {
  const secrets = store.collection<string>('cognito-secrets')
  const secret = secrets.get('phantom') ?? randomBytes(32).toString('hex')
  secrets.put('phantom', secret)
  return (typedName) => {
    const digest = createHmac('sha256', secret).update(typedName.toLowerCase()).digest()
    const username = uuidFrom(digest.toString('hex'))
    const nobodysPassword = randomBytes(16).toString('hex')
    const salt = Buffer.from(digest.subarray(16))
    return { username, password: passwordVerifier({ poolName, username }, nobodysPassword, salt) }
  }
}

function uuidFrom(hex: string): string {
  const version = `4${hex.slice(13, 16)}`
  const variant = `a${hex.slice(17, 20)}`
  return [hex.slice(0, 8), hex.slice(8, 12), version, variant, hex.slice(20, 32)].join('-')
}
