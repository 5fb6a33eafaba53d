import { describe, expect, test } from 'vitest'
import { domains } from '#contract/api'
import { triggerEnvironment } from '#platform/lambdas'
import { everythingSet, policies, statementsOf, templateOf, written } from './synthesised.ts'

const template = templateOf(everythingSet, 'prod')
const names = [...domains, ...Object.keys(triggerEnvironment)]
const holders = (pattern: RegExp) =>
  names.filter((name) =>
    statementsOf(template, name).some(({ Action }) => Action.some((action) => pattern.test(action))),
  )

/** Policies of functions that the CDK brings along, whose permissions it chooses. */
const broughtAlong = /^CustomCDKBucketDeployment/
const ours = Object.entries(policies(template))
  .filter(([id]) => !broughtAlong.test(id))
  .flatMap(([, statements]) => statements)

test('no policy of ours allows an action by wildcard', () => {
  const actions = ours.flatMap(({ Action }) => Action)
  expect(actions.filter((action) => action.includes('*'))).toEqual([])
})

test('only traces and the list of streams are allowed on everything, for they know no narrower resource', () => {
  const everywhere = ours.filter(({ Resource }) => Resource.includes('*')).flatMap(({ Action }) => Action)
  expect([...new Set(everywhere)].toSorted()).toEqual([
    'dynamodb:ListStreams',
    'xray:PutTelemetryRecords',
    'xray:PutTraceSegments',
  ])
})

describe('what few may do, no other may', () => {
  test('reading the Stripe secret: payments and the webhook', () => {
    const readers = names.filter((name) =>
      statementsOf(template, name).some(
        ({ Action, Resource }) =>
          Action.includes('secretsmanager:GetSecretValue') &&
          Resource.some((arn) => written(arn).startsWith('${Stripe')),
      ),
    )
    expect(readers).toEqual(['payments', 'payments/stripe-webhook'])
  })

  test('reading the origin secret: the functions behind the API', () => {
    const readers = names.filter((name) =>
      statementsOf(template, name).some(({ Resource }) =>
        Resource.some((arn) => JSON.stringify(arn).includes('WebsiteOriginSecret')),
      ),
    )
    expect(readers).toEqual(domains)
  })

  test('sending mail: the two that empty the outbox, from one address of one identity', () => {
    expect(holders(/^ses:/)).toEqual(['mail/send-queued', 'mail/retry-unsent'])
    const sending = statementsOf(template, 'mail/send-queued').filter(({ Action }) =>
      Action.includes('ses:SendRawEmail'),
    )
    expect(sending).toHaveLength(1)
    expect(sending[0]?.Resource.map(written)).toEqual([
      'arn:aws:ses:eu-west-1:${AWS::AccountId}:identity/habitat.example',
    ])
    expect(sending[0]?.Condition).toEqual({ StringEquals: { 'ses:FromAddress': 'hola@habitat.example' } })
  })

  test('keeping files: receipts only, by those who make or mail them', () => {
    expect(holders(/^s3:/)).toEqual(['payments', 'mail/send-queued', 'mail/retry-unsent'])
    const onObjects = statementsOf(template, 'payments').filter(({ Action }) => Action.includes('s3:PutObject'))
    expect(onObjects.map(({ Action }) => Action)).toEqual([['s3:GetObject', 's3:PutObject']])
    expect(onObjects[0]?.Resource.map(written)).toEqual(['${FilesBucket7C17EE2E.Arn}/*/invoice/*'])
  })

  test('reading accounts: sign-in itself, the account and who sells to it', () => {
    expect(holders(/^cognito-idp:AdminGetUser$/)).toEqual(['account', 'payments', 'account/pre-token-generation'])
  })

  test('giving roles: who makes profiles', () => {
    expect(holders(/^cognito-idp:AdminAddUserToGroup$/)).toEqual(['account', 'account/post-confirmation'])
  })

  test('anything else of the user pool: nobody', () => {
    expect(holders(/^cognito-idp:(?!AdminGetUser$|AdminAddUserToGroup$)/)).toEqual([])
  })

  test('following the stream of the table: the sender of mails', () => {
    expect(holders(/^dynamodb:GetRecords$/)).toEqual(['mail/send-queued'])
  })
})

test('a stage without a verified sender may send nothing', () => {
  const actions = Object.values(policies(templateOf())).flatMap((statements) =>
    statements.flatMap(({ Action }) => Action),
  )
  expect(actions.filter((action) => action.startsWith('ses:'))).toEqual([])
})
