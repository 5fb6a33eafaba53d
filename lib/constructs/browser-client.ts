import { Duration } from 'aws-cdk-lib'
import {
  ClientAttributes,
  OAuthScope,
  type UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import { signUpEvidenceAttributes } from '#contract/sign-up'

const standard = { email: true, givenName: true, familyName: true, birthdate: true }
const custom = [...signUpEvidenceAttributes]

/**
 * Browser client: no secret, passwords by SRP only, short rotating tokens. Our server also verifies passwords through
 * it: that flow needs an IAM signature, which no browser has.
 */
export function createBrowserUserPoolClient(
  pool: UserPool,
  siteUrl: string,
  google: UserPoolIdentityProviderGoogle,
): UserPoolClient {
  const client = pool.addClient('Browser', {
    generateSecret: false,
    authFlows: { userSrp: true, adminUserPassword: true },
    preventUserExistenceErrors: true,
    enableTokenRevocation: true,
    // Whoever is asked for a new password or a code must have the time to think of one, or to find their telephone.
    authSessionValidity: Duration.minutes(15),
    accessTokenValidity: Duration.minutes(15),
    idTokenValidity: Duration.minutes(15),
    refreshTokenValidity: Duration.days(30),
    // Two tabs may refresh at the same moment with the same token.
    refreshTokenRotationGracePeriod: Duration.seconds(30),
    readAttributes: new ClientAttributes()
      .withStandardAttributes({ ...standard, emailVerified: true })
      .withCustomAttributes(...custom, ORIGINAL_SUB_ATTRIBUTE),
    // Whoever could write the original subject would be the person of that account.
    writeAttributes: new ClientAttributes().withStandardAttributes(standard).withCustomAttributes(...custom),
    ...redirects(siteUrl),
  })
  client.node.addDependency(google)
  return client
}

/**
 * Redirects are for Google alone: with Cognito among the providers its hosted page would accept passwords, and a token
 * with scope `openid` would no longer prove a Google sign-in.
 */
const redirects = (siteUrl: string) => ({
  supportedIdentityProviders: [UserPoolClientIdentityProvider.GOOGLE],
  oAuth: {
    flows: { authorizationCodeGrant: true, implicitCodeGrant: false, clientCredentials: false },
    // Not COGNITO_ADMIN: it says that somebody came by SRP, and our trigger gives it to whoever enrols a second factor.
    scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
    callbackUrls: [
      `${siteUrl}/auth?oauth=google`,
      `${siteUrl}/oauth-callback`,
      `${siteUrl}/auth`,
      `${siteUrl}/register?oauth=google`,
    ],
    logoutUrls: [`${siteUrl}/`],
  },
})
