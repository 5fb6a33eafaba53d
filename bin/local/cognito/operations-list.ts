import type { ListUsersCommandInput } from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import { createConstraintError } from './attributes.ts'
import { toCognitoUserType } from './operations-admin.ts'
import type { LocalUserPool } from './pool.ts'
import type { LocalCognitoUser } from './users.ts'

const MAX_PAGE = 60

export function localCognitoListOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    ListUsers(input: ListUsersCommandInput) {
      const matches = filter(input.Filter)
      const { items, next } = paginateList(pool.users.all().filter(matches), input.Limit, input.PaginationToken)
      const Users = items.map((user) => {
        const { Attributes = [], ...rest } = toCognitoUserType(user)
        const wanted = input.AttributesToGet
        return {
          ...rest,
          Attributes: wanted ? Attributes.filter(({ Name = '' }) => wanted.includes(Name)) : Attributes,
        }
      })
      return { Users, ...(next && { PaginationToken: next }) }
    },

    DescribeUserPool: () => ({ UserPool: describedPool(pool) }),

    GetUserPoolMfaConfig: () => ({
      MfaConfiguration: pool.isOn('pool-codes') ? 'OPTIONAL' : 'OFF',
      // Cognito omits it without a second factor.
      ...(pool.isOn('pool-codes') && { SoftwareTokenMfaConfiguration: { Enabled: true } }),
    }),
  }
}

function describedPool({ id, name, users, isOn }: LocalUserPool) {
  const strict = isOn('pool-passwords')
  return {
    Id: id,
    Name: name,
    MfaConfiguration: isOn('pool-codes') ? 'OPTIONAL' : 'OFF',
    DeletionProtection: isOn('pool-deletion') ? 'ACTIVE' : 'INACTIVE',
    Policies: {
      PasswordPolicy: {
        MinimumLength: strict ? 8 : 6,
        RequireUppercase: strict,
        RequireLowercase: strict,
        RequireNumbers: strict,
        RequireSymbols: strict,
        TemporaryPasswordValidityDays: 7,
      },
      SignInPolicy: { AllowedFirstAuthFactors: isOn('pool-passkeys') ? ['PASSWORD', 'WEB_AUTHN'] : ['PASSWORD'] },
    },
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    EstimatedNumberOfUsers: users.all().length,
  }
}

export function paginateList<T>(
  all: readonly T[],
  limit: number | undefined,
  token: string | undefined,
): { items: T[]; next: string | undefined } {
  if (limit !== undefined && limit > MAX_PAGE) {
    throw createConstraintError(`'${limit}' at 'limit'`, `must have value less than or equal to ${MAX_PAGE}`)
  }
  const from = Number(token ?? 0)
  if (!Number.isInteger(from) || from < 0) {
    throw new StandInServiceError('InvalidParameterException', 'Invalid pagination token')
  }
  const to = from + (limit ?? MAX_PAGE)
  return { items: all.slice(from, to), next: to < all.length ? String(to) : undefined }
}

function filter(expression: string | undefined): (user: LocalCognitoUser) => boolean {
  if (!expression) return () => true
  const [, name = '', operator, quoted = ''] =
    /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(expression) ?? []
  if (!operator) throw new StandInServiceError('InvalidParameterException', `Error while parsing filter: ${expression}`)
  if (name.startsWith('custom:')) {
    throw new StandInServiceError('InvalidParameterException', `One or more fields are not searchable: ${name}`)
  }
  const wanted = quoted.replaceAll(/\\(.)/g, '$1').toLowerCase()
  return (user) => {
    const value = searched(user, name)?.toLowerCase()
    return operator === '=' ? value === wanted : value?.startsWith(wanted) === true
  }
}

function searched(user: LocalCognitoUser, name: string): string | undefined {
  switch (name) {
    case 'sub':
      return user.sub
    case 'username':
      return user.username
    case 'cognito:user_status':
      return user.status
    case 'status':
      return user.enabled ? 'Enabled' : 'Disabled'
    default:
      return user.attributes[name]
  }
}
