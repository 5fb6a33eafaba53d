import type {
  AdminDisableProviderForUserCommandInput,
  AdminLinkProviderForUserCommandInput,
  ProviderUserIdentifierType,
} from '@aws-sdk/client-cognito-identity-provider'
import { StandInServiceError, type AwsJsonOperation } from '../json-protocol.ts'
import type { LocalUserPool } from './pool.ts'

export function localCognitoLinkOperations(pool: LocalUserPool): Record<string, AwsJsonOperation> {
  return {
    AdminLinkProviderForUser(input: AdminLinkProviderForUserCommandInput) {
      const { providerName, userId } = sourceOf(input.SourceUser)
      if (input.DestinationUser?.ProviderName !== 'Cognito') throw invalid('Destination user must be a native user')
      const destination = pool.users.mustFind(input.DestinationUser.ProviderAttributeValue)
      const owner = pool.users.byIdentity(providerName, userId)
      if (owner?.status === 'EXTERNAL_PROVIDER') {
        const message =
          'Merging is not currently supported, provide a SourceUser that has not been signed up in order to link'
        throw invalid(message)
      }
      if (owner) {
        // The service's words, also where it is this very link that is there (aws/aws-sdk-js-v3#5281).
        const message =
          'Invalid SourceUser: Cognito users with a username/password may not be passed in as a SourceUser, only as a DestinationUser'
        throw invalid(message)
      }
      pool.users.change(destination.username, (kept) => {
        kept.identities.push({ providerName, userId, dateCreated: pool.now(), primary: false })
      })
      return {}
    },

    AdminDisableProviderForUser(input: AdminDisableProviderForUserCommandInput) {
      const { providerName, userId } = sourceOf(input.User)
      const owner = pool.users.byIdentity(providerName, userId)
      if (!owner) throw new StandInServiceError('UserNotFoundException', 'User does not exist.')
      pool.users.change(owner.username, (kept) => {
        const others = kept.identities.filter((one) => one.providerName !== providerName || one.userId !== userId)
        kept.identities = others
      })
      return {}
    },
  }
}

/** Social providers identify a person only by `Cognito_Subject`. */
function sourceOf(source: ProviderUserIdentifierType | undefined): { providerName: string; userId: string } {
  const { ProviderName: providerName, ProviderAttributeName: name, ProviderAttributeValue: userId } = source ?? {}
  if (providerName !== 'Google') throw invalid(`Provider ${providerName} does not exist.`)
  if (name !== 'Cognito_Subject' || !userId) {
    throw invalid('Invalid SourceUser: ProviderAttributeName must be Cognito_Subject for this provider')
  }
  return { providerName, userId }
}

function invalid(message: string): StandInServiceError {
  return new StandInServiceError('InvalidParameterException', message)
}
