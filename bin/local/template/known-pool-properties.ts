import type { KnownProperties } from './resources.ts'

export const POOL = 'the stand-in does as Cognito does by these values, which test/lib asserts'

const ignorePool = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, POOL]))

/** Where the stand-in has a fixed value, any other one in the template is an error. */
export const knownPoolProperties: Readonly<Record<string, KnownProperties>> = {
  // Triggers are checked where they are read: user-pool.ts.
  'AWS::Cognito::UserPool': {
    runs: ['LambdaConfig'],
    fixed: {
      'AdminCreateUserConfig.AllowAdminCreateUserOnly': false,
      AutoVerifiedAttributes: ['email'],
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      MfaConfiguration: 'OPTIONAL',
      'Policies.PasswordPolicy.MinimumLength': 8,
      'Policies.PasswordPolicy.RequireLowercase': true,
      'Policies.PasswordPolicy.RequireNumbers': true,
      'Policies.PasswordPolicy.RequireSymbols': true,
      'Policies.PasswordPolicy.RequireUppercase': true,
      UsernameAttributes: ['email'],
      'UsernameConfiguration.CaseSensitive': false,
    },
    ignored: {
      ...ignorePool(
        'AccountRecoverySetting',
        'AdminCreateUserConfig.InviteMessageTemplate',
        'DeletionProtection',
        'EmailConfiguration',
        'EmailVerificationMessage',
        'EmailVerificationSubject',
        'Policies.PasswordPolicy.TemporaryPasswordValidityDays',
        'Schema',
        'SmsVerificationMessage',
        'UserAttributeUpdateSettings',
        'UserPoolAddOns',
        'UserPoolTier',
        'VerificationMessageTemplate',
      ),
      UserPoolName: 'names something for people',
      UserPoolTags: 'are for the bill',
    },
  },
  'AWS::Cognito::UserPoolClient': {
    runs: ['CallbackURLs', 'LogoutURLs'],
    fixed: {
      AccessTokenValidity: 15,
      AuthSessionValidity: 15,
      GenerateSecret: false,
      IdTokenValidity: 15,
      RefreshTokenValidity: 30 * 24 * 60,
      TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    },
    ignored: {
      ...ignorePool(
        'AllowedOAuthFlows',
        'AllowedOAuthFlowsUserPoolClient',
        'AllowedOAuthScopes',
        'EnableTokenRevocation',
        'ExplicitAuthFlows',
        'PreventUserExistenceErrors',
        'ReadAttributes',
        'RefreshTokenRotation',
        'SupportedIdentityProviders',
        'WriteAttributes',
      ),
      ClientName: 'names something for people',
      UserPoolId: 'says whose it is: there is one of its kind',
    },
  },
}
