import { Duration, RemovalPolicy, SecretValue, Stack } from 'aws-cdk-lib'
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  ProviderAttribute,
  ResourceServerScope,
  StringAttribute,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito'
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam'
import type { ConfigurationSet } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import { roles } from '#contract/endpoint'
import { PRODUCT_NAME } from '#contract/product'
import { accessTokenScopes } from '#contract/access-token-scopes'
import { ORIGINAL_SUB_ATTRIBUTE } from '#contract/original-sub'
import { signUpEvidenceAttributes } from '#contract/sign-up'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import type { StageHostNames } from '../stage-host-names.ts'
import type { DeploymentStage } from '../stages.ts'
import { createBrowserUserPoolClient } from './browser-client.ts'
import type { DataTable } from './data-table.ts'
import { UserPoolTriggers } from './pool-triggers.ts'
import type { FunctionMonitoring } from './product-function.ts'

export interface UserDirectoryProps extends Pick<DeploymentStage, 'google' | 'mail' | 'userPoolNumber'> {
  readonly addresses: StageHostNames
  readonly siteUrl: string
  readonly table: DataTable
  readonly configurationSet: ConfigurationSet
  readonly operations: FunctionMonitoring
}

export class UserDirectory extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient
  readonly mailAccount: 'DEVELOPER' | 'COGNITO_DEFAULT'
  private readonly addresses: StageHostNames

  constructor(scope: Construct, id: string, props: UserDirectoryProps) {
    super(scope, id)
    this.addresses = props.addresses
    this.mailAccount = props.mail ? 'DEVELOPER' : 'COGNITO_DEFAULT'
    this.pool = accountPool(this, props)
    for (const groupName of roles) this.pool.addGroup(groupName, { groupName })
    this.pool.addResourceServer('Scopes', {
      identifier: 'app',
      scopes: Object.values(accessTokenScopes).map(resourceScope),
    })
    this.pool.addDomain('Domain', { cognitoDomain: { domainPrefix: props.addresses.oauthPrefix } })
    const google = googleSignIn(this, this.pool, props.google)

    this.client = createBrowserUserPoolClient(this.pool, props.siteUrl, google)

    const environment = {
      TABLE_NAME: props.table.table.tableName,
      SITE_URL: props.siteUrl,
      POOL_MAIL_ACCOUNT: this.mailAccount,
    }
    new UserPoolTriggers(this, 'Triggers', { ...props, pool: this.pool, environment })
  }

  get browserConfig() {
    return {
      userPoolId: this.pool.userPoolId,
      userPoolClientId: this.client.userPoolClientId,
      oauthDomain: this.addresses.oauthHost,
    }
  }

  grantReadAccounts(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminGetUser')
  }

  grantDescribe(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:DescribeUserPool', 'cognito-idp:GetUserPoolMfaConfig')
  }

  grantAddToGroups(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminAddUserToGroup')
  }

  grantEndSessions(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminUserGlobalSignOut')
  }

  grantDemandSecondFactor(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminSetUserMFAPreference', 'cognito-idp:AdminUserGlobalSignOut')
  }

  grantRemoveAccounts(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminDeleteUser')
  }

  grantProvePasswords(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminInitiateAuth')
  }

  grantChangePasswords(grantee: IGrantable): Grant {
    return this.grant(
      grantee,
      'cognito-idp:AdminInitiateAuth',
      'cognito-idp:AdminSetUserPassword',
      'cognito-idp:AdminUserGlobalSignOut',
    )
  }

  grantProveAddresses(grantee: IGrantable): Grant {
    return this.grant(
      grantee,
      'cognito-idp:AdminConfirmSignUp',
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminUpdateUserAttributes',
    )
  }

  grantRemoveUnproven(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:AdminDeleteUser', 'cognito-idp:AdminGetUser', 'cognito-idp:ListUsers')
  }

  grantListAccounts(grantee: IGrantable): Grant {
    return this.grant(grantee, 'cognito-idp:ListUsers')
  }

  grantAdministerAccounts(grantee: IGrantable): Grant {
    return this.grant(
      grantee,
      'cognito-idp:AdminCreateUser',
      'cognito-idp:AdminDeleteUser',
      'cognito-idp:AdminDisableProviderForUser',
      'cognito-idp:AdminRemoveUserFromGroup',
      'cognito-idp:AdminUserGlobalSignOut',
    )
  }

  private grant(grantee: IGrantable, ...actions: string[]): Grant {
    return Grant.addToPrincipal({ grantee, actions, resourceArns: [this.pool.userPoolArn] })
  }
}

function accountPool(
  scope: Construct,
  {
    mail,
    configurationSet,
    userPoolNumber = 1,
  }: Pick<UserDirectoryProps, 'mail' | 'configurationSet' | 'userPoolNumber'>,
): UserPool {
  // Another logical id makes another pool; clients, groups and triggers follow.
  const pool = new UserPool(scope, userPoolNumber === 1 ? 'Pool' : `Pool${userPoolNumber}`, {
    featurePlan: FeaturePlan.ESSENTIALS,
    selfSignUpEnabled: true,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    keepOriginal: { email: true },
    // Fallback for mails that the custom-message trigger does not word.
    userVerification: { emailSubject: `Tu código de ${PRODUCT_NAME}`, emailBody: 'Tu código es: {####}' },
    userInvitation: {
      emailSubject: `Te damos acceso a ${PRODUCT_NAME}`,
      emailBody: 'Tu usuario es {username} y tu contraseña provisional es: {####}',
    },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    // Device tracking stays off: a remembered device would not be asked for its second factor.
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { sms: false, otp: true },
    enableSmsRole: false,
    passwordPolicy: {
      minLength: 8,
      requireUppercase: true,
      requireLowercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(7),
    },
    standardAttributes: {
      email: { required: true, mutable: true },
      givenName: { required: false, mutable: true },
      familyName: { required: false, mutable: true },
      birthdate: { required: false, mutable: true },
    },
    customAttributes: customAttributes(),
    email: mail ? sesMail(scope, mail, configurationSet) : UserPoolEmail.withCognito(),
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  })
  suppressCdkNagFindings(pool, {
    COG2: 'Clients may sign in without a second factor; administrators are refused by the API until they have one.',
    COG8: 'Threat protection needs the Plus plan; the attempt ledger and the lockout of Cognito limit guessing.',
  })
  return pool
}

// Immutable: the consents given at sign-up are evidence, and the original subject is the person's identity.
const customAttributes = () =>
  Object.fromEntries(
    [...signUpEvidenceAttributes, ORIGINAL_SUB_ATTRIBUTE].map((name) => [
      name.replace('custom:', ''),
      new StringAttribute({ maxLen: 64, mutable: false }),
    ]),
  )

const sesMail = (
  scope: Construct,
  { identity, sender }: NonNullable<DeploymentStage['mail']>,
  { configurationSetName }: ConfigurationSet,
) =>
  UserPoolEmail.withSES({
    fromEmail: sender,
    fromName: PRODUCT_NAME,
    sesRegion: Stack.of(scope).region,
    configurationSetName,
    ...(!identity.includes('@') && { sesVerifiedDomain: identity }),
  })

const resourceScope = (scope: string) =>
  new ResourceServerScope({ scopeName: scope.replace('app/', ''), scopeDescription: scope })

/**
 * In every stage, so that client, redirects and triggers are those of production. With the placeholder Google refuses
 * every sign-in, and the site shows no button.
 */
function googleSignIn(scope: Construct, userPool: UserPool, google: DeploymentStage['google']) {
  return new UserPoolIdentityProviderGoogle(scope, 'Google', {
    userPool,
    clientId: google?.clientId ?? 'not-configured.apps.googleusercontent.com',
    clientSecretValue: google
      ? SecretValue.secretsManager(google.clientSecretName)
      : SecretValue.unsafePlainText('not-configured'),
    scopes: ['openid', 'email', 'profile'],
    attributeMapping: {
      email: ProviderAttribute.GOOGLE_EMAIL,
      emailVerified: ProviderAttribute.other('email_verified'),
      givenName: ProviderAttribute.GOOGLE_GIVEN_NAME,
      familyName: ProviderAttribute.GOOGLE_FAMILY_NAME,
    },
  })
}
