import { TERMS_VERSION } from '#contract/product'

export const validSignUpAttributes: Readonly<Record<string, string>> = {
  email: 'lucia@correo.test',
  given_name: 'Lucía',
  family_name: 'Ferrer',
  birthdate: '1990-05-17',
  'custom:terms_accepted_at': '2026-11-21T09:00:00.000Z',
  'custom:terms_version': TERMS_VERSION,
  'custom:marketing_opt_in': 'true',
}

export const TEST_POOL_ID = 'eu-west-1_test'
export const TEST_USER_SUB = '0a1b2c3d-0000-4000-8000-000000000001'

export const createPoolTriggerEvent = (triggerSource: string, request: object, userName = TEST_USER_SUB) =>
  ({
    version: '1',
    region: 'eu-west-1',
    userPoolId: TEST_POOL_ID,
    userName,
    triggerSource,
    callerContext: { awsSdkVersion: 'test', clientId: 'client' },
    request: { userAttributes: {}, ...request },
    response: {},
  }) as never
