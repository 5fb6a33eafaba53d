import type {
  AdminResetUserPasswordCommandInput,
  AdminSetUserPasswordCommandInput,
} from '@aws-sdk/client-cognito-identity-provider'
import { ServiceError, type Operation } from '../json-protocol.ts'
import { setPassword } from './operations-account.ts'
import { checkPassword } from './password-policy.ts'
import type { Pool } from './pool.ts'
import type { User } from './users.ts'

const TEMPORARY_PASSWORD_MS = 7 * 24 * 3_600_000

/** Other people's passwords; IAM-signed. */
export function passwordOperations(pool: Pool): Record<string, Operation> {
  return {
    AdminSetUserPassword(input: AdminSetUserPasswordCommandInput) {
      const user = pool.users.mustFind(input.Username)
      checkPassword(input.Password)
      if (input.Permanent) setPassword(pool, user, input.Password)
      else setTemporaryPassword(pool, user, input.Password)
      return {}
    },

    async AdminResetUserPassword(input: AdminResetUserPasswordCommandInput) {
      const user = pool.users.mustFind(input.Username)
      if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED') {
        throw new ServiceError('NotAuthorizedException', 'User password cannot be reset in the current state.')
      }
      const changed = pool.users.change(user.username, (kept) => {
        kept.status = 'RESET_REQUIRED'
      })
      const source = 'CustomMessage_ForgotPassword'
      await pool.codes.send(changed, { purpose: 'reset', source, clientMetadata: input.ClientMetadata })
      return {}
    },
  }
}

/** Gives the user a password that lets in once, within 7 days, to choose another. */
export function setTemporaryPassword(pool: Pool, { username }: User, password: string): User {
  const verifier = pool.verifierFor(username, password)
  pool.attempts.forgive(username)
  return pool.users.change(username, (kept) => {
    kept.password = verifier
    kept.status = 'FORCE_CHANGE_PASSWORD'
    kept.temporaryPasswordExpiresAt = pool.now() + TEMPORARY_PASSWORD_MS
  })
}
