import type {
  GetTokensFromRefreshTokenCommandInput,
  InitiateAuthCommandInput,
  RespondToAuthChallengeCommandInput,
  RevokeTokenCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { readOwnAttributes, requireText } from './attributes.ts'
import { spendTotpCode } from './operations-mfa.ts'
import { checkPassword } from './password-policy.ts'
import type { Pool } from './pool.ts'
import { CHALLENGES, type ChallengeName, type Session } from './sessions.ts'
import { firePostAuthentication, firePreAuthentication } from './sign-in-triggers.ts'
import { claimHolds, startSrp } from './srp.ts'
import { attributeList, type User } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

/** An answer to a challenge; its session is already consumed. */
interface Response {
  readonly session: Session
  readonly sessionId: string
  readonly fields: Readonly<Record<string, string>>
  readonly clientMetadata: ClientMetadata
}

export function signInOperations(pool: Pool): Record<string, Operation> {
  return {
    InitiateAuth: (input: InitiateAuthCommandInput) => initiate(pool, input),

    RespondToAuthChallenge: (input: RespondToAuthChallengeCommandInput) => respond(pool, input),

    async GetTokensFromRefreshToken(input: GetTokensFromRefreshTokenCommandInput) {
      const token = requireText(input.RefreshToken, 'refreshToken')
      return { AuthenticationResult: await pool.tokens.refresh(token, input.ClientMetadata) }
    },

    RevokeToken(input: RevokeTokenCommandInput) {
      pool.signIns.revoke(requireText(input.Token, 'token'))
      return {}
    },
  }
}

const ANSWERS: Readonly<Record<ChallengeName, (pool: Pool, response: Response) => Promise<object>>> = {
  async PASSWORD_VERIFIER(pool, { session, sessionId, fields, clientMetadata }) {
    pool.attempts.requireUnlocked(session.username)
    const user = pool.users.get(session.username)
    const claim = {
      secretBlock: sessionId,
      timestamp: fields['TIMESTAMP'] ?? '',
      signature: fields['PASSWORD_CLAIM_SIGNATURE'] ?? '',
    }
    const owner = { poolName: pool.name, username: session.username }
    if (!user?.password || !session.srp || !claimHolds(owner, user.password, session.srp, claim)) {
      pool.attempts.fail(session.username)
      throw wrongPassword()
    }
    requireUsable(pool, user)
    if (user.status === 'FORCE_CHANGE_PASSWORD') return askNewPassword(pool, user, session)
    return afterPassword(pool, user, { session, clientMetadata, source: 'TokenGeneration_Authentication' })
  },

  async NEW_PASSWORD_REQUIRED(pool, { session, sessionId, fields, clientMetadata }) {
    const prefix = 'userAttributes.'
    const written = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
    let attributes: Record<string, string>
    try {
      checkPassword(fields['NEW_PASSWORD'])
      attributes = readOwnAttributes(written.map(([name, Value]) => ({ Name: name.slice(prefix.length), Value })))
    } catch (error) {
      pool.sessions.giveBack(sessionId, session)
      throw error
    }
    const password = pool.verifierFor(session.username, fields['NEW_PASSWORD'] ?? '')
    const user = pool.users.change(session.username, (kept) => {
      Object.assign(kept.attributes, attributes)
      kept.status = 'CONFIRMED'
      kept.password = password
      delete kept.temporaryPasswordExpiresAt
    })
    return afterPassword(pool, user, { session, clientMetadata, source: 'TokenGeneration_NewPasswordChallenge' })
  },

  async SOFTWARE_TOKEN_MFA(pool, { session, sessionId, fields, clientMetadata }) {
    pool.attempts.requireUnlocked(session.username)
    const user = pool.users.mustFind(session.username)
    requireUsable(pool, user)
    try {
      spendTotpCode(pool, user, fields['SOFTWARE_TOKEN_MFA_CODE'])
    } catch (error) {
      pool.attempts.fail(session.username)
      pool.sessions.giveBack(sessionId, session)
      throw error
    }
    return finish(pool, user, { clientMetadata, source: 'TokenGeneration_Authentication' })
  },
}

function respond(pool: Pool, input: RespondToAuthChallengeCommandInput): Promise<object> {
  const name = CHALLENGES.find((known) => known === input.ChallengeName)
  if (!name) throw new ServiceError('InvalidParameterException', `Unsupported challenge ${input.ChallengeName}`)
  const fields = input.ChallengeResponses ?? {}
  // The first step has no Session: what the server remembers of it is found by its secret block.
  const sessionId = String(name === 'PASSWORD_VERIFIER' ? fields['PASSWORD_CLAIM_SECRET_BLOCK'] : input.Session)
  const session = pool.sessions.take(sessionId, name)
  requireSameUser(pool, session, fields['USERNAME'])
  return ANSWERS[name](pool, { session, sessionId, fields, clientMetadata: input.ClientMetadata })
}

async function initiate(pool: Pool, input: InitiateAuthCommandInput): Promise<object> {
  const flow = String(input.AuthFlow)
  if (flow !== 'USER_SRP_AUTH') {
    throw new ServiceError('InvalidParameterException', `${flow} flow not enabled for this client`)
  }
  const typedName = requireText(input.AuthParameters?.['USERNAME'], 'USERNAME')
  const user = pool.users.find(typedName)
  await firePreAuthentication(pool, { user, typedName, clientMetadata: input.ClientMetadata })
  // Users who exist only through Google have no password; they look like unknown ones.
  const phantom = pool.phantoms(typedName)
  const username = user?.password ? user.username : phantom.username
  const verifier = user?.password ?? phantom.password
  const srp = startSrp(requireText(input.AuthParameters?.['SRP_A'], 'SRP_A'), verifier)
  const block = pool.sessions.open({ challenge: 'PASSWORD_VERIFIER', username, typedName, srp })
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      SALT: verifier.salt,
      SECRET_BLOCK: block,
      SRP_B: srp.serverPublic,
      USERNAME: username,
      USER_ID_FOR_SRP: username,
    },
  }
}

export function askNewPassword(pool: Pool, user: User, session: Names): object {
  const attributes = attributeList(user).filter(({ Name }) => Name !== 'sub' && Name !== 'identities')
  return challenge(pool, session, 'NEW_PASSWORD_REQUIRED', {
    userAttributes: JSON.stringify(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))),
    requiredAttributes: '[]',
  })
}

type Names = Pick<Session, 'username' | 'typedName'>

interface Step {
  readonly clientMetadata: ClientMetadata
  readonly source: string
}

export function afterPassword(pool: Pool, user: User, step: Step & { session: Names }): Promise<object> | object {
  if (!user.softwareToken?.enabled) return finish(pool, user, step)
  return challenge(pool, step.session, 'SOFTWARE_TOKEN_MFA', {})
}

function challenge(pool: Pool, session: Names, name: ChallengeName, parameters: Record<string, string>): object {
  const { username, typedName } = session
  return {
    ChallengeName: name,
    Session: pool.sessions.open({ challenge: name, username, typedName }),
    ChallengeParameters: { USER_ID_FOR_SRP: username, ...parameters },
  }
}

async function finish(pool: Pool, user: User, { source, clientMetadata }: Step): Promise<object> {
  pool.attempts.forgive(user.username)
  await firePostAuthentication(pool, user, clientMetadata)
  const current = pool.users.mustFind(user.username)
  return { ChallengeParameters: {}, AuthenticationResult: await pool.tokens.begin(current, { source, clientMetadata }) }
}

function requireSameUser(pool: Pool, session: Session, name: string | undefined): void {
  if (name === session.username || name?.toLowerCase() === session.typedName.toLowerCase()) return
  if (name && pool.users.find(name)?.username === session.username) return
  throw new ServiceError('NotAuthorizedException', 'Invalid session for the user.')
}

/** @throws ServiceError when the account may not sign in although the password is right */
export function requireUsable(pool: Pool, user: User): void {
  if (!user.enabled) throw new ServiceError('NotAuthorizedException', 'User is disabled.')
  if (user.status === 'UNCONFIRMED') throw new ServiceError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.status === 'RESET_REQUIRED') {
    throw new ServiceError('PasswordResetRequiredException', 'Password reset required for the user')
  }
  if (user.temporaryPasswordExpiresAt !== undefined && user.temporaryPasswordExpiresAt <= pool.now()) {
    const message = 'Temporary password has expired and must be reset by an administrator.'
    throw new ServiceError('NotAuthorizedException', message)
  }
}

export function wrongPassword(): ServiceError {
  return new ServiceError('NotAuthorizedException', 'Incorrect username or password.')
}
