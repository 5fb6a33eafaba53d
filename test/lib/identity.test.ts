import { describe, expect, test } from 'vitest'
import { type ApiDomain, apiDomains } from '#contract/api-domains'
import { deploymentStages } from '../../lib/stages.ts'
import { type NonApiLambdaName, userPoolTriggers } from '#platform/lambdas'
import {
  fullyConfiguredStage,
  getOnlyResource,
  findTemplateResources,
  getFunctionStatements,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate()
const pool = getOnlyResource(template, 'AWS::Cognito::UserPool').Properties
const client = getOnlyResource(template, 'AWS::Cognito::UserPoolClient').Properties

describe('the user pool', () => {
  test('knows people by their address, whatever its letters', () => {
    expect(pool.UsernameAttributes).toEqual(['email'])
    expect(pool.UsernameConfiguration).toEqual({ CaseSensitive: false })
    expect(pool.AutoVerifiedAttributes).toEqual(['email'])
    expect(pool.AdminCreateUserConfig.AllowAdminCreateUserOnly).toBe(false)
  })

  test('keeps the old address until the new one is verified, and recovers accounts by verified address alone', () => {
    expect(pool.UserAttributeUpdateSettings).toEqual({ AttributesRequireVerificationBeforeUpdate: ['email'] })
    expect(pool.AccountRecoverySetting.RecoveryMechanisms).toEqual([{ Name: 'verified_email', Priority: 1 }])
  })

  test('takes passwords of eight characters with upper and lower case, digit and symbol', () => {
    expect(pool.Policies.PasswordPolicy).toEqual({
      MinimumLength: 8,
      RequireLowercase: true,
      RequireUppercase: true,
      RequireNumbers: true,
      RequireSymbols: true,
      TemporaryPasswordValidityDays: 7,
    })
  })

  test('has the authenticator app as its only second factor and remembers no device that could skip it', () => {
    expect(pool.MfaConfiguration).toBe('OPTIONAL')
    expect(pool.EnabledMfas).toEqual(['SOFTWARE_TOKEN_MFA'])
    expect(pool.DeviceConfiguration).toBeUndefined()
    expect(pool.SmsConfiguration).toBeUndefined()
  })

  test('is on the plan that lets a trigger give and withhold scopes, and cannot be deleted by mistake', () => {
    expect(pool.UserPoolTier).toBe('ESSENTIALS')
    expect(pool.DeletionProtection).toBe('ACTIVE')
  })

  test('writes in Spanish, in the name of the practice, what it has to send itself', () => {
    const { EmailSubject, EmailMessage } = pool.VerificationMessageTemplate
    const { EmailSubject: subject, EmailMessage: message } = pool.AdminCreateUserConfig.InviteMessageTemplate

    expect([EmailSubject, subject]).toEqual([
      expect.stringMatching(/código.*Hábitat Interior/),
      expect.stringMatching(/acceso.*Hábitat Interior/),
    ])
    expect(EmailMessage).toMatch(/código.*\{####\}/)
    expect(message).toMatch(/usuario.*\{username\}.*contraseña.*\{####\}/)
  })

  test('keeps what sign-up leaves, and lets nobody change what was accepted', () => {
    expect(pool.Schema).toMatchObject([
      { Name: 'email', Required: true, Mutable: true },
      { Name: 'given_name', Required: false, Mutable: true },
      { Name: 'family_name', Required: false, Mutable: true },
      { Name: 'birthdate', Required: false, Mutable: true },
      { Name: 'terms_accepted_at', AttributeDataType: 'String', Mutable: false },
      { Name: 'terms_version', AttributeDataType: 'String', Mutable: false },
      { Name: 'marketing_opt_in', AttributeDataType: 'String', Mutable: false },
      { Name: 'original_sub', AttributeDataType: 'String', Mutable: false },
    ])
  })

  test('has the two roles as groups, the two scopes of the API and the two that say how a session began', () => {
    const groups = Object.values(findTemplateResources(template, 'AWS::Cognito::UserPoolGroup'))
    const { Identifier, Scopes } = getOnlyResource(template, 'AWS::Cognito::UserPoolResourceServer').Properties

    expect(groups.map(({ Properties }) => Properties.GroupName as string).toSorted()).toEqual([
      'administrador',
      'cliente',
    ])
    expect(Identifier).toBe('app')
    expect(Scopes.map(({ ScopeName }: { ScopeName: string }) => ScopeName)).toEqual([
      'use',
      'admin',
      'password',
      'google',
    ])
  })

  test('calls each trigger that the product has, and no other', () => {
    const { PreTokenGenerationConfig, ...plain } = pool.LambdaConfig as Record<string, { LambdaArn?: unknown }>
    const called = Object.fromEntries(
      Object.entries({ ...plain, PreTokenGeneration: PreTokenGenerationConfig?.LambdaArn }).map(([event, arn]) => [
        event[0]?.toLowerCase() + event.slice(1),
        renderTemplateValue(arn).replace(/^\$\{IdentityTriggers|[0-9A-F]{8}\.Arn\}$/g, ''),
      ]),
    )

    expect(called).toEqual(
      Object.fromEntries(
        Object.entries(userPoolTriggers).map(([event, name]) => [event, name.replaceAll(/[^a-z]/g, '')]),
      ),
    )
    expect(PreTokenGenerationConfig).toMatchObject({ LambdaVersion: 'V2_0' })
  })
})

describe('the trigger that words mails', () => {
  test.for([
    ['dev', deploymentStages.dev, 'COGNITO_DEFAULT'],
    ['prod', deploymentStages.prod, 'DEVELOPER'],
  ] as const)('stands in %s and knows whether Cognito would take its words', ([name, stage, account]) => {
    const made = getStageTemplate(stage, name)
    const { EmailConfiguration, LambdaConfig } = getOnlyResource(made, 'AWS::Cognito::UserPool').Properties
    const id = renderTemplateValue(LambdaConfig.CustomMessage).replace(/^\$\{|\.Arn\}$/g, '')

    expect(EmailConfiguration?.EmailSendingAccount ?? 'COGNITO_DEFAULT').toBe(account)
    expect(findTemplateResources(made, 'AWS::Lambda::Function')[id]?.Properties.Environment.Variables).toMatchObject({
      POOL_MAIL_ACCOUNT: account,
    })
  })
})

describe('what triggers may do', () => {
  const onPool: Partial<Record<NonApiLambdaName, readonly string[]>> = {
    'account/pre-sign-up': [
      'AdminCreateUser',
      'AdminGetUser',
      'AdminLinkProviderForUser',
      'AdminListGroupsForUser',
      'AdminSetUserPassword',
      'AdminUpdateUserAttributes',
      'AdminUserGlobalSignOut',
    ],
    'account/post-confirmation': ['AdminGetUser', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'],
    'account/pre-token-generation': ['AdminGetUser', 'AdminSetUserMFAPreference'],
  }

  test.for(Object.values(userPoolTriggers))('%s asks of its own pool what it needs, and of no other', (name) => {
    const asked = getFunctionStatements(template, name).filter(({ Action }) =>
      Action.some((action) => action.startsWith('cognito-idp:')),
    )

    expect(asked.flatMap(({ Action }) => Action).toSorted()).toEqual(
      (onPool[name] ?? []).map((action) => `cognito-idp:${action}`),
    )
    for (const { Resource } of asked) expect(Resource.map(renderTemplateValue)).toEqual(['${IdentityPool9E5AED46.Arn}'])
  })
})

describe('what domains may do with accounts', () => {
  const onPool: Partial<Record<ApiDomain, readonly string[]>> = {
    account: [
      'AdminAddUserToGroup',
      'AdminConfirmSignUp',
      'AdminCreateUser',
      'AdminDeleteUser',
      'AdminGetUser',
      'AdminInitiateAuth',
      'AdminSetUserPassword',
      'AdminUpdateUserAttributes',
      'AdminUserGlobalSignOut',
    ],
    diagnostics: ['AdminGetUser'],
    mfa: ['AdminGetUser', 'AdminInitiateAuth', 'AdminSetUserMFAPreference', 'AdminUserGlobalSignOut'],
    payments: ['AdminGetUser'],
    privacy: ['AdminUserGlobalSignOut'],
    security: ['DescribeUserPool', 'GetUserPoolMfaConfig'],
    users: [
      'AdminAddUserToGroup',
      'AdminCreateUser',
      'AdminDeleteUser',
      'AdminDisableProviderForUser',
      'AdminGetUser',
      'AdminRemoveUserFromGroup',
      'AdminUserGlobalSignOut',
    ],
  }

  test.for(apiDomains)('%s asks of this pool what it needs, and of no other', (name) => {
    const asked = getFunctionStatements(template, name).filter(({ Action }) =>
      Action.some((action) => action.startsWith('cognito-idp:')),
    )

    expect(asked.flatMap(({ Action }) => Action).toSorted()).toEqual(
      (onPool[name] ?? []).map((action) => `cognito-idp:${action}`),
    )
    for (const { Resource } of asked) expect(Resource.map(renderTemplateValue)).toEqual(['${IdentityPool9E5AED46.Arn}'])
  })
})

describe("the browser's client", () => {
  test('has no secret; a browser signs in by SRP alone, and the other flow is for those with an IAM signature', () => {
    expect(client.GenerateSecret).toBe(false)
    // With rotating refresh tokens, refreshing is not an auth flow.
    expect(client.ExplicitAuthFlows).toEqual(['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH'])
    expect(client.RefreshTokenRotation).toEqual({ Feature: 'ENABLED', RetryGracePeriodSeconds: 30 })
  })

  test('gets tokens of fifteen minutes, renewed for thirty days and revocable', () => {
    expect(client.TokenValidityUnits).toEqual({ AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' })
    expect([client.AccessTokenValidity, client.IdTokenValidity, client.RefreshTokenValidity]).toEqual([
      15,
      15,
      30 * 24 * 60,
    ])
    expect(client.EnableTokenRevocation).toBe(true)
  })

  test('gives whoever is asked for a new password or a code a quarter of an hour', () => {
    expect(client.AuthSessionValidity).toBe(15)
  })

  test('does not say whether an account exists', () => {
    expect(client.PreventUserExistenceErrors).toBe('ENABLED')
  })

  test('writes only what sign-up asks for, and never that an address is verified nor who an imported account was', () => {
    const asked = [
      'birthdate',
      'custom:marketing_opt_in',
      'custom:terms_accepted_at',
      'custom:terms_version',
      'email',
      'family_name',
      'given_name',
    ]

    expect(client.WriteAttributes).toEqual(asked)
    expect(client.ReadAttributes).toEqual([...asked, 'custom:original_sub', 'email_verified'].toSorted())
  })

  test('names no browser flow but SRP and Google, in a stage without a client of Google too', () => {
    expect(client.AllowedOAuthFlowsUserPoolClient).toBe(true)
    expect(client.SupportedIdentityProviders).toEqual(['Google'])
  })
})

const providerOf = (made: typeof template) => getOnlyResource(made, 'AWS::Cognito::UserPoolIdentityProvider').Properties

describe('AUTH-17 a stage that names no client of Google', () => {
  const named = getStageTemplate(fullyConfiguredStage, 'prod')
  test('has its provider all the same, by a client that Google does not know, and needs no secret for it', () => {
    const { ProviderDetails, ...own } = providerOf(template)
    const { ProviderDetails: real, ...theirs } = providerOf(named)

    expect(ProviderDetails.client_id).not.toBe(real.client_id)
    expect(JSON.stringify(ProviderDetails)).not.toContain('secretsmanager')
    expect(ProviderDetails.authorize_scopes).toBe(real.authorize_scopes)
    expect(own.AttributeMapping).toEqual(theirs.AttributeMapping)
  })

  test('has the triggers that link, with what they may do, and the client with the same redirects', () => {
    const clientOf = (made: typeof template) => getOnlyResource(made, 'AWS::Cognito::UserPoolClient').Properties
    const linking = (made: typeof template) =>
      getFunctionStatements(made, 'account/pre-sign-up').flatMap(({ Action }) => Action)

    expect(linking(template).toSorted()).toEqual(linking(named).toSorted())
    expect(linking(template)).toContain('cognito-idp:AdminLinkProviderForUser')
    for (const property of ['AllowedOAuthFlows', 'AllowedOAuthScopes', 'SupportedIdentityProviders'])
      expect(clientOf(template)[property]).toEqual(clientOf(named)[property])
    expect(clientOf(template).CallbackURLs).toHaveLength(clientOf(named).CallbackURLs.length)
  })
})

describe('with Google', () => {
  const withGoogle = getStageTemplate(fullyConfiguredStage, 'prod')
  const redirecting = getOnlyResource(withGoogle, 'AWS::Cognito::UserPoolClient').Properties
  const google = getOnlyResource(withGoogle, 'AWS::Cognito::UserPoolIdentityProvider').Properties

  test('people come back to the pages that wait for them', () => {
    expect(redirecting.CallbackURLs).toEqual([
      'https://habitat.example/auth?oauth=google',
      'https://habitat.example/oauth-callback',
      'https://habitat.example/auth',
      'https://habitat.example/register?oauth=google',
    ])
    expect(redirecting.LogoutURLs).toEqual(['https://habitat.example/'])
  })

  test('only Google answers a redirect, by code, and no scope of the API can be asked for', () => {
    expect(redirecting.SupportedIdentityProviders).toEqual(['Google'])
    expect(redirecting.AllowedOAuthFlows).toEqual(['code'])
    expect(redirecting.AllowedOAuthScopes).toEqual(['openid', 'email', 'profile'])
    expect(redirecting.ExplicitAuthFlows).toEqual(['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH'])
  })

  test('the client waits for the provider it names', () => {
    const [made] = Object.values(withGoogle.findResources('AWS::Cognito::UserPoolClient'))
    const [provider] = Object.keys(findTemplateResources(withGoogle, 'AWS::Cognito::UserPoolIdentityProvider'))
    expect(made?.['DependsOn']).toContain(provider)
  })

  test('its secret stays in Secrets Manager, and it says whether it verified the address', () => {
    expect(google.ProviderDetails).toEqual({
      client_id: '1234.apps.googleusercontent.com',
      client_secret: '{{resolve:secretsmanager:habitat-interior/google:SecretString:::}}',
      authorize_scopes: 'openid email profile',
    })
    expect(google.AttributeMapping).toEqual({
      email: 'email',
      email_verified: 'email_verified',
      given_name: 'given_name',
      family_name: 'family_name',
    })
  })

  test("Cognito's mail leaves through the stage's own domain", () => {
    const { EmailConfiguration } = getOnlyResource(withGoogle, 'AWS::Cognito::UserPool').Properties
    expect(EmailConfiguration.EmailSendingAccount).toBe('DEVELOPER')
    expect(EmailConfiguration.From).toContain('<hola@habitat.example>')
    expect(JSON.stringify(EmailConfiguration.SourceArn)).toContain(':identity/habitat.example')
  })
})
