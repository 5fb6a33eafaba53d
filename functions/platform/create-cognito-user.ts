import { randomBytes } from 'node:crypto'
import {
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminGetUserCommand,
  type CognitoIdentityProviderClient,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { wasSentAgain } from '#data/service-clients'

/**
 * Makes an account without a mail. A repeated call meets the account of the first, whose password nobody has chosen
 * yet.
 * @returns its `sub`
 * @throws UsernameExistsException when somebody else has the address
 */
export async function createCognitoUser(
  input: Pick<AdminCreateUserCommandInput, 'UserPoolId' | 'Username' | 'UserAttributes'>,
  client: CognitoIdentityProviderClient,
): Promise<string> {
  try {
    const { User } = await client.send(new AdminCreateUserCommand({ ...input, MessageAction: 'SUPPRESS' }))
    return User?.Username ?? missingUsername()
  } catch (error) {
    if (!(error instanceof UsernameExistsException) || !wasSentAgain(error)) throw error
    const { UserPoolId, Username } = input
    const made = await client.send(new AdminGetUserCommand({ UserPoolId, Username }))
    if (made.UserStatus !== 'FORCE_CHANGE_PASSWORD') throw error
    return made.Username ?? missingUsername()
  }
}

/** Mails a new link, which works for 7 days, and ends the one before. */
export async function mailInvitation(
  account: Pick<AdminCreateUserCommandInput, 'UserPoolId' | 'Username'>,
  client: CognitoIdentityProviderClient,
): Promise<void> {
  await client.send(
    new AdminCreateUserCommand({
      ...account,
      // Cognito's default medium is SMS.
      DesiredDeliveryMediums: ['EMAIL'],
      MessageAction: 'RESEND',
      TemporaryPassword: createTemporaryPassword(),
    }),
  )
}

/**
 * Needs no escaping in a link and its HTML. One in four of Cognito's own contains a character that ends a link or
 * changes its meaning.
 */
const createTemporaryPassword = (): string => `Aa1-${randomBytes(18).toString('base64url')}`

const missingUsername = (): never => {
  throw new Error('Cognito made a user without a name')
}
