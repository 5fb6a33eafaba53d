import {
  AdminCreateUserCommand,
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { mockClient } from 'aws-sdk-client-mock'
import { UnsecuredJWT } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import { smokeSignedIn } from '../../../bin/deploy/smoke-account.ts'
import { createTestClients } from './context.ts'

const cognito = mockClient(CognitoIdentityProviderClient)
const dynamodb = mockClient(DynamoDBClient)

const sentences = new Map<string, string>()

const failure = (name: string, message = 'no') => Object.assign(new Error(message), { name })
const notAllowed = 'User: arn:aws:sts::111:assumed-role/Deploy/x is not authorized to perform: cognito-idp:Admin…'

/** Of a stage whose users get tokens: what is seen of it with an account, by name. */
async function smoke({ apiFails = false } = {}) {
  const { cognito: client, dynamodb: tableClient } = createTestClients()
  const verdicts = await smokeSignedIn({
    site: 'https://habitat.example',
    fetch: async (url) =>
      new URL(url).pathname.endsWith('/registration')
        ? Response.json({}, { status: 403 })
        : Response.json({ ticket: 'ticket', strongPasswords: false, accepted: true }, { status: apiFails ? 500 : 200 }),
    cognito: client,
    userPoolId: 'pool',
    clientId: 'client',
    data: openDatabase(createTableConnection('table', tableClient)),
  })
  for (const { name, sentence } of verdicts) sentences.set(name, sentence)
  return Object.fromEntries(verdicts.map(({ name, state }) => [name, state]))
}

beforeEach(() => {
  cognito.reset()
  dynamodb.reset()
  sentences.clear()
  const AccessToken = new UnsecuredJWT({ scope: 'app/use' }).setSubject('somebody').encode()
  const tokens = { AuthenticationResult: { AccessToken, IdToken: AccessToken, RefreshToken: 'refresh' } }
  cognito.on(AdminInitiateAuthCommand).resolves(tokens).on(GetTokensFromRefreshTokenCommand).resolves(tokens)
})

describe('a stage that is asked with an account', () => {
  test.for([
    ['UserLambdaValidationException', 'PreTokenGeneration failed with error no.'],
    ['NotAuthorizedException', 'Incorrect username or password.'],
    ['TooManyRequestsException', 'Rate exceeded'],
    ['TypeError', 'fetch failed'],
  ] as const)('does not answer as it should where nobody can sign in: %s', async ([name, message]) => {
    cognito.on(AdminInitiateAuthCommand).rejects(failure(name, message))

    expect(await smoke()).toEqual({ 'con una cuenta': 'blocked' })
    expect(sentences.get('con una cuenta')).toBe(`Ha fallado (${name}): ${message}`)
  })

  test('is unchecked where the caller may not make one', async () => {
    cognito.on(AdminCreateUserCommand).rejects(failure('AccessDeniedException', notAllowed))

    expect(await smoke()).toEqual({ 'con una cuenta': 'due' })
    expect(sentences.get('con una cuenta')).toContain('No se ha podido comprobar (AccessDeniedException)')
  })

  test('does not answer as it should where sessions cannot be renewed, and the other answers still count', async () => {
    cognito.on(GetTokensFromRefreshTokenCommand).rejects(failure('NotAuthorizedException', 'Invalid Refresh Token'))

    expect(await smoke()).toMatchObject({ 'token de identidad': 'ready', 'token renovado': 'blocked' })
  })

  test('is unchecked, in this alone, where the caller may not read its table', async () => {
    dynamodb.rejects(failure('AccessDeniedException', notAllowed))

    expect(await smoke()).toMatchObject({ 'token de identidad': 'ready', 'dirección falsificada': 'due' })
    expect(sentences.get('dirección falsificada')).toContain('No se ha podido comprobar (AccessDeniedException)')
  })

  test('does not answer as it should where its API fails, and says with what', async () => {
    expect(await smoke({ apiFails: true })).toMatchObject({ 'dirección falsificada': 'blocked' })
    expect(sentences.get('dirección falsificada')).toMatch(/^Ha fallado \(Error\): \/\S+ responde 500$/)
  })
})
