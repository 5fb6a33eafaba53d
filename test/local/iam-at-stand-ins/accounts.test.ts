import {
  AdminAddUserToGroupCommand,
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableProviderForUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminLinkProviderForUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  CreateGroupCommand,
  DescribeUserPoolCommand,
  GetUserPoolMfaConfigCommand,
  ListGroupsCommand,
  ListUsersCommand,
  ListUsersInGroupCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listUserPoolActions } from '../../../bin/local/authorization/cognito-actions.ts'
import { createCognitoStandIn } from '../../../bin/local/cognito/cognito.ts'
import { openDocumentStore } from '../../../bin/local/document-store.ts'
import { findArn, getFunctionRoleArn } from '../../lib/authorization.ts'
import {
  findMissedActions,
  findDeniedAction,
  createTemplateAuthorizer,
  operator,
  region,
  serve,
} from './template-roles.ts'

const authorizer = createTemplateAuthorizer()
const { authorizeCall, verifyFor, denials } = authorizer
const userPool = findArn('AWS::Cognito::UserPool', 'IdentityPool')
const UserPoolId = userPool.split('/')[1] ?? ''

const standIn = createCognitoStandIn({
  store: openDocumentStore(),
  publicUrl: 'http://localhost/cognito',
  poolId: UserPoolId,
  clientId: 'client',
  callbackUrls: [],
  logoutUrls: [],
  google: {
    authorizeUrl: 'http://localhost/authorize',
    tokenUrl: 'http://localhost/token',
    jwksUrl: 'http://localhost/jwks',
    issuer: 'http://localhost',
    clientId: 'google',
    clientSecret: 'secret',
  },
  triggers: {},
  deliver: async () => undefined,
  verifyIam: verifyFor('cognito-idp'),
  authorizeCall,
})

let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve((request, response) => void standIn.answer(request, response))
})
afterAll(() => server.close())

const cognitoAs = (roleArn?: string) =>
  new CognitoIdentityProviderClient({
    endpoint: `${server.url}/cognito`,
    region,
    credentials: roleArn === undefined ? operator : authorizer.credentialsOf(roleArn),
    maxAttempts: 1,
  })

describe('accounts', () => {
  const get = new AdminGetUserCommand({ UserPoolId, Username: 'nobody' })

  test('are read by the functions that need to, and by no other', async () => {
    await expect(cognitoAs(getFunctionRoleArn('users')).send(get)).rejects.toMatchObject({
      name: 'UserNotFoundException',
    })
    await expect(cognitoAs(getFunctionRoleArn('files')).send(get)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringContaining(`perform: cognito-idp:AdminGetUser on resource: ${userPool} because no`),
    })
  })

  test('a refusal names role, action and resource for the log', async () => {
    const role = getFunctionRoleArn('files')

    await findDeniedAction(cognitoAs(role).send(get))

    expect(denials.at(-1)).toMatchObject({
      role,
      action: 'cognito-idp:AdminGetUser',
      resource: userPool,
      decision: { decision: 'implicitDeny' },
    })
  })
})

const user = { UserPoolId, Username: 'ana@example.com' }
const google = { ProviderName: 'Google', ProviderAttributeName: 'Cognito_Subject', ProviderAttributeValue: '1' }

const ofPool = {
  AdminAddUserToGroup: new AdminAddUserToGroupCommand({ ...user, GroupName: 'cliente' }),
  AdminConfirmSignUp: new AdminConfirmSignUpCommand(user),
  AdminCreateUser: new AdminCreateUserCommand(user),
  AdminDeleteUser: new AdminDeleteUserCommand(user),
  AdminDisableProviderForUser: new AdminDisableProviderForUserCommand({ UserPoolId, User: google }),
  AdminDisableUser: new AdminDisableUserCommand(user),
  AdminEnableUser: new AdminEnableUserCommand(user),
  AdminGetUser: new AdminGetUserCommand(user),
  AdminInitiateAuth: new AdminInitiateAuthCommand({
    UserPoolId,
    ClientId: 'client',
    AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
  }),
  AdminLinkProviderForUser: new AdminLinkProviderForUserCommand({
    UserPoolId,
    DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'ana' },
    SourceUser: google,
  }),
  AdminListGroupsForUser: new AdminListGroupsForUserCommand(user),
  AdminRemoveUserFromGroup: new AdminRemoveUserFromGroupCommand({ ...user, GroupName: 'cliente' }),
  AdminResetUserPassword: new AdminResetUserPasswordCommand(user),
  AdminSetUserMFAPreference: new AdminSetUserMFAPreferenceCommand(user),
  AdminSetUserPassword: new AdminSetUserPasswordCommand({ ...user, Password: 'Zanahoria-7', Permanent: true }),
  AdminUpdateUserAttributes: new AdminUpdateUserAttributesCommand({ ...user, UserAttributes: [] }),
  AdminUserGlobalSignOut: new AdminUserGlobalSignOutCommand(user),
  CreateGroup: new CreateGroupCommand({ UserPoolId, GroupName: 'otros' }),
  DescribeUserPool: new DescribeUserPoolCommand({ UserPoolId }),
  GetUserPoolMfaConfig: new GetUserPoolMfaConfigCommand({ UserPoolId }),
  ListGroups: new ListGroupsCommand({ UserPoolId }),
  ListUsers: new ListUsersCommand({ UserPoolId }),
  ListUsersInGroup: new ListUsersInGroupCommand({ UserPoolId, GroupName: 'cliente' }),
}

test.for(Object.entries(ofPool))('cognito-idp:%s needs its action and no other', async ([name, command]) => {
  const action = `cognito-idp:${name}`
  expect(await findMissedActions(authorizer, [action], (role) => cognitoAs(role).send(command as never))).toEqual([
    action,
    undefined,
  ])
})

test('an operation whose action is not known is let through by nobody', () => {
  expect(() => listUserPoolActions('AdminForgetDevice', userPool)).toThrow('not known')
})

test('who signs up carries no signature and is not evaluated', async () => {
  const signUp = new SignUpCommand({ ClientId: 'client', Username: 'ana@example.com', Password: 'Zanahoria-7' })

  await expect(cognitoAs().send(signUp)).resolves.toMatchObject({ UserConfirmed: false })
})
