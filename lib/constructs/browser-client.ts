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
 * it, with a flow that needs an IAM signature, which no browser has.
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
    // Time to choose a new password, or to find the telephone with the code.
    authSessionValidity: Duration.minutes(15),
    accessTokenValidity: Duration.minutes(15),
    idTokenValidity: Duration.minutes(15),
    refreshTokenValidity: Duration.days(30),
    // Two tabs may refresh at the same moment with the same token.
    refreshTokenRotationGracePeriod: Duration.seconds(30),
    readAttributes: new ClientAttributes()
      .withStandardAttributes({ ...standard, emailVerified: true })
      .withCustomAttributes(...custom, ORIGINAL_SUB_ATTRIBUTE),
    // The original subject is not writable: with another person's, an account would be treated as theirs.
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
    // Without COGNITO_ADMIN, which marks a sign-in by SRP; our trigger adds it for the enrolment of a second factor.
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
