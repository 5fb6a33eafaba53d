import type {
  GetTokensFromRefreshTokenCommandInput,
  InitiateAuthCommandInput,
  RespondToAuthChallengeCommandInput,
  RevokeTokenCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { parseSelfServiceAttributes, requireTextParameter } from './attributes.ts'
import { consumePoolTotpCode } from './operations-mfa.ts'
import { checkPasswordPolicy } from './password-policy.ts'
import type { LocalUserPool } from './pool.ts'
import { SIGN_IN_CHALLENGES, type SignInChallengeName, type ChallengeSession } from './sessions.ts'
import { firePostAuthenticationTrigger, firePreAuthenticationTrigger } from './sign-in-triggers.ts'
import { isSrpProofValid, startSrpExchange } from './srp.ts'
import { toCognitoAttributeList, type LocalCognitoUser } from './users.ts'

type ClientMetadata = Readonly<Record<string, string>> | undefined

/** An answer to a challenge; its session is already consumed. */
interface Response {
  readonly session: ChallengeSession
  readonly sessionId: string
  readonly fields: Readonly<Record<string, string>>
  readonly clientMetadata: ClientMetadata
}

export function localCognitoSignInOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    InitiateAuth: (input: InitiateAuthCommandInput) => initiate(pool, input),

    RespondToAuthChallenge: (input: RespondToAuthChallengeCommandInput) => respond(pool, input),

    async GetTokensFromRefreshToken(input: GetTokensFromRefreshTokenCommandInput) {
      const token = requireTextParameter(input.RefreshToken, 'refreshToken')
      return { AuthenticationResult: await pool.tokens.refresh(token, input.ClientMetadata) }
    },

    RevokeToken(input: RevokeTokenCommandInput) {
      pool.signIns.revoke(requireTextParameter(input.Token, 'token'))
      return {}
    },
  }
}

const ANSWERS: Readonly<Record<SignInChallengeName, (pool: LocalUserPool, response: Response) => Promise<object>>> = {
  async PASSWORD_VERIFIER(pool, { session, sessionId, fields, clientMetadata }) {
    pool.attempts.requireUnlocked(session.username)
    const user = pool.users.get(session.username)
    const claim = {
      secretBlock: sessionId,
      timestamp: fields['TIMESTAMP'] ?? '',
      signature: fields['PASSWORD_CLAIM_SIGNATURE'] ?? '',
    }
    const owner = { poolName: pool.name, username: session.username }
    if (!user?.password || !session.srp || !isSrpProofValid(owner, user.password, session.srp, claim)) {
      pool.attempts.fail(session.username)
      throw createWrongPasswordError()
    }
    requireSignInAllowed(pool, user)
    if (user.status === 'FORCE_CHANGE_PASSWORD') return createNewPasswordChallenge(pool, user, session)
    return continueSignInAfterPassword(pool, user, {
      session,
      clientMetadata,
      source: 'TokenGeneration_Authentication',
    })
  },

  async NEW_PASSWORD_REQUIRED(pool, { session, sessionId, fields, clientMetadata }) {
    const prefix = 'userAttributes.'
    const written = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
    let attributes: Record<string, string>
    try {
      checkPasswordPolicy(fields['NEW_PASSWORD'])
      attributes = parseSelfServiceAttributes(
        written.map(([name, Value]) => ({ Name: name.slice(prefix.length), Value })),
      )
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
    return continueSignInAfterPassword(pool, user, {
      session,
      clientMetadata,
      source: 'TokenGeneration_NewPasswordChallenge',
    })
  },

  async SOFTWARE_TOKEN_MFA(pool, { session, sessionId, fields, clientMetadata }) {
    pool.attempts.requireUnlocked(session.username)
    const user = pool.users.mustFind(session.username)
    requireSignInAllowed(pool, user)
    try {
      consumePoolTotpCode(pool, user, fields['SOFTWARE_TOKEN_MFA_CODE'])
    } catch (error) {
      pool.attempts.fail(session.username)
      pool.sessions.giveBack(sessionId, session)
      throw error
    }
    return finish(pool, user, { clientMetadata, source: 'TokenGeneration_Authentication' })
  },
}

function respond(pool: LocalUserPool, input: RespondToAuthChallengeCommandInput): Promise<object> {
  const name = SIGN_IN_CHALLENGES.find((known) => known === input.ChallengeName)
  if (!name) throw new StandInServiceError('InvalidParameterException', `Unsupported challenge ${input.ChallengeName}`)
  const fields = input.ChallengeResponses ?? {}
  // The first step has no Session: its server state is found by the secret block.
  const sessionId = String(name === 'PASSWORD_VERIFIER' ? fields['PASSWORD_CLAIM_SECRET_BLOCK'] : input.Session)
  const session = pool.sessions.take(sessionId, name)
  requireSameUser(pool, session, fields['USERNAME'])
  return ANSWERS[name](pool, { session, sessionId, fields, clientMetadata: input.ClientMetadata })
}

async function initiate(pool: LocalUserPool, input: InitiateAuthCommandInput): Promise<object> {
  const flow = String(input.AuthFlow)
  if (flow !== 'USER_SRP_AUTH') {
    throw new StandInServiceError('InvalidParameterException', `${flow} flow not enabled for this client`)
  }
  const typedName = requireTextParameter(input.AuthParameters?.['USERNAME'], 'USERNAME')
  const user = pool.users.find(typedName)
  await firePreAuthenticationTrigger(pool, { user, typedName, clientMetadata: input.ClientMetadata })
  // Users who exist only through Google have no password; they look like unknown ones.
  const phantom = pool.phantoms(typedName)
  const username = user?.password ? user.username : phantom.username
  const verifier = user?.password ?? phantom.password
  const srp = startSrpExchange(requireTextParameter(input.AuthParameters?.['SRP_A'], 'SRP_A'), verifier)
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

export function createNewPasswordChallenge(pool: LocalUserPool, user: LocalCognitoUser, session: Names): object {
  const attributes = toCognitoAttributeList(user).filter(({ Name }) => Name !== 'sub' && Name !== 'identities')
  return challenge(pool, session, 'NEW_PASSWORD_REQUIRED', {
    userAttributes: JSON.stringify(Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]))),
    requiredAttributes: '[]',
  })
}

type Names = Pick<ChallengeSession, 'username' | 'typedName'>

interface Step {
  readonly clientMetadata: ClientMetadata
  readonly source: string
}

export function continueSignInAfterPassword(
  pool: LocalUserPool,
  user: LocalCognitoUser,
  step: Step & { session: Names },
): Promise<object> | object {
  if (!user.softwareToken?.enabled) return finish(pool, user, step)
  return challenge(pool, step.session, 'SOFTWARE_TOKEN_MFA', {})
}

function challenge(
  pool: LocalUserPool,
  session: Names,
  name: SignInChallengeName,
  parameters: Record<string, string>,
): object {
  const { username, typedName } = session
  return {
    ChallengeName: name,
    Session: pool.sessions.open({ challenge: name, username, typedName }),
    ChallengeParameters: { USER_ID_FOR_SRP: username, ...parameters },
  }
}

async function finish(pool: LocalUserPool, user: LocalCognitoUser, { source, clientMetadata }: Step): Promise<object> {
  pool.attempts.forgive(user.username)
  await firePostAuthenticationTrigger(pool, user, clientMetadata)
  const current = pool.users.mustFind(user.username)
  return { ChallengeParameters: {}, AuthenticationResult: await pool.tokens.begin(current, { source, clientMetadata }) }
}

function requireSameUser(pool: LocalUserPool, session: ChallengeSession, name: string | undefined): void {
  if (name === session.username || name?.toLowerCase() === session.typedName.toLowerCase()) return
  if (name && pool.users.find(name)?.username === session.username) return
  throw new StandInServiceError('NotAuthorizedException', 'Invalid session for the user.')
}

/** @throws StandInServiceError if the account may not sign in although the password is right */
export function requireSignInAllowed(pool: LocalUserPool, user: LocalCognitoUser): void {
  if (!user.enabled) throw new StandInServiceError('NotAuthorizedException', 'User is disabled.')
  if (user.status === 'UNCONFIRMED')
    throw new StandInServiceError('UserNotConfirmedException', 'User is not confirmed.')
  if (user.status === 'RESET_REQUIRED') {
    throw new StandInServiceError('PasswordResetRequiredException', 'Password reset required for the user')
  }
  if (user.temporaryPasswordExpiresAt !== undefined && user.temporaryPasswordExpiresAt <= pool.now()) {
    const message = 'Temporary password has expired and must be reset by an administrator.'
    throw new StandInServiceError('NotAuthorizedException', message)
  }
}

export function createWrongPasswordError(): StandInServiceError {
  return new StandInServiceError('NotAuthorizedException', 'Incorrect username or password.')
}
