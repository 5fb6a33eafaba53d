import { describe, expect, test } from 'vitest'
import { auditLogWriters } from '#contract/audit-writers'
import { createTableEntities } from '#data/entities'
import type { EntityKind } from '#data/key-prefixes'
import { type LambdaName, tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { askAsRole, findArn, getFunctionRoleArn, roleArns } from './authorization.ts'

const functions = Object.keys(tableAccessByLambda) as LambdaName[]
const functionRoles = new Map(functions.map((name) => [name, getFunctionRoleArn(name)]))
const roleOf = (name: LambdaName) => functionRoles.get(name) ?? ''
const tableArn = findArn('AWS::DynamoDB::GlobalTable', 'DataTable')
const indexNames = { byOwner: 'gsi1', byState: 'gsi2' } as const

interface TableRequest {
  readonly action: string
  /**
   * An index.
   * @default the table itself
   */
  readonly on?: keyof typeof indexNames
  /** Values of `dynamodb:LeadingKeys`; empty for requests without keys. */
  readonly keys: readonly string[]
}

const isAllowed = (role: string, { action, on, keys }: TableRequest): boolean =>
  askAsRole(role, action, on ? `${tableArn}/index/${indexNames[on]}` : tableArn, { 'dynamodb:LeadingKeys': keys })
    .decision === 'allowed'

const serviceOfKind = Object.fromEntries(
  Object.entries(createTableEntities({ table: '-' })).map(([kind, { schema }]) => [kind, schema.model.service]),
) as Record<EntityKind, string>
const kinds = Object.keys(serviceOfKind) as EntityKind[]
const services = [...new Set(Object.values(serviceOfKind))]

const servicesOf = (some: readonly EntityKind[]) => new Set(some.map((kind) => serviceOfKind[kind]))

const reached = (name: LambdaName, action: string, on?: 'byOwner' | 'byState') =>
  new Set(
    services.filter((service) => isAllowed(roleOf(name), { action, ...(on && { on }), keys: [`$${service}#a_1`] })),
  )

const without = (set: ReadonlySet<string | undefined>, ...some: readonly string[]) =>
  new Set([...set].filter((each) => each !== undefined && !some.includes(each)))

describe.each(functions)('%s reaches what it has declared, by its policy in the template, and no more', (name) => {
  const { reads, puts = [], updates = [], deletes = [] } = tableAccessByLambda[name]

  test('reading by key and asking for conditions', () => {
    for (const action of ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:ConditionCheckItem']) {
      expect(reached(name, action)).toEqual(without(servicesOf(reads), 'audit'))
    }
  })

  test('queries of the table and of its indexes', () => {
    expect(reached(name, 'dynamodb:Query')).toEqual(servicesOf(reads))
    expect(reached(name, 'dynamodb:Query', 'byOwner')).toEqual(servicesOf(reads))
    expect(reached(name, 'dynamodb:Query', 'byState')).toEqual(servicesOf(reads))
  })

  test('writing', () => {
    expect(reached(name, 'dynamodb:PutItem')).toEqual(servicesOf(puts))
    expect(reached(name, 'dynamodb:UpdateItem')).toEqual(without(servicesOf(updates), 'audit', 'consent'))
    expect(reached(name, 'dynamodb:DeleteItem')).toEqual(servicesOf(deletes))
  })

  test('one write of all that it puts is allowed, and one with anything else is not', () => {
    const own = [...servicesOf(puts)].map((service) => `$${service}#a_1`)
    const foreign = services.filter((service) => !own.includes(`$${service}#a_1`)).map((service) => `$${service}#a_1`)

    expect(own.length === 0 || isAllowed(roleOf(name), { action: 'dynamodb:PutItem', keys: own })).toBe(true)
    expect(
      foreign.filter((key) => isAllowed(roleOf(name), { action: 'dynamodb:PutItem', keys: [...own, key] })),
    ).toEqual([])
  })

  test('nothing without a key, and nothing of all items', () => {
    const actions = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'Scan'].map(
      (each) => `dynamodb:${each}`,
    )
    expect(actions.filter((action) => isAllowed(roleOf(name), { action, keys: [] }))).toEqual([])
    expect(isAllowed(roleOf(name), { action: 'dynamodb:Scan', keys: ['$public#a_1'] })).toBe(false)
  })
})

const whoMay = (action: string, service: string) => functions.filter((name) => reached(name, action).has(service))

describe('written out', () => {
  test('nobody changes or removes an entry of the audit log', () => {
    expect(whoMay('dynamodb:UpdateItem', 'audit')).toEqual([])
    expect(whoMay('dynamodb:DeleteItem', 'audit')).toEqual([])
  })

  test('an entry of the audit log is denied to every function by name, beside others too, whatever it is allowed', () => {
    const decisions = functions.flatMap((name) =>
      ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'].map(
        (action) =>
          askAsRole(roleOf(name), action, tableArn, { 'dynamodb:LeadingKeys': ['$mail#a_1', '$audit#a_1'] }).decision,
      ),
    )
    expect(new Set(decisions)).toEqual(new Set(['explicitDeny']))
  })

  test('a consent is denied by name as well, to all but whoever erases people', () => {
    const tolerating = functions.filter((name) =>
      ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'].some(
        (action) =>
          askAsRole(roleOf(name), action, tableArn, { 'dynamodb:LeadingKeys': ['$mail#a_1', '$consent#a_1'] })
            .decision !== 'explicitDeny',
      ),
    )
    expect(tolerating).toEqual(['privacy/erase-due'])
  })

  test('only whoever erases people removes what they have consented to', () => {
    expect(whoMay('dynamodb:UpdateItem', 'consent')).toEqual([])
    expect(whoMay('dynamodb:DeleteItem', 'consent')).toEqual(['privacy/erase-due'])
  })

  test.for([
    ['withdrawals', ['audit', 'limit', 'mail', 'opening', 'public']],
    ['consent', ['audit', 'consent', 'health', 'limit', 'mail', 'opening', 'public']],
    ['security', ['audit', 'mail', 'opening', 'practice']],
    ['diagnostics', ['audit', 'limit', 'mail']],
  ] as const)('%s puts items of these services alone', ([name, puts]) => {
    expect([...reached(name, 'dynamodb:PutItem')].toSorted((a, b) => a.localeCompare(b))).toEqual(puts)
  })

  test('second factors are read by their domain, and by whoever gives people their data or erases it', () => {
    expect(whoMay('dynamodb:GetItem', 'factor')).toEqual(['mfa', 'privacy/erase-due', 'privacy/make-export'])
  })

  test('the log is read by those who show it, erase from it or act on it', () => {
    expect(whoMay('dynamodb:Query', 'audit')).toEqual([
      'account/follow-up-sign-ups',
      'customers',
      'customers/update-lists',
      'mail/retry-unsent',
      'mail/send-queued',
      'notifications',
      'privacy/erase-due',
      'privacy',
      'privacy/make-export',
      'security',
      'security/check-audit-log',
      'security/copy-audit-log',
    ])
  })

  test('A-53 who may write to the audit log is answered by one file, and the policies of the template say the same', () => {
    const entry = { keys: ['$audit#month_2026-11#shard_0'] }
    const added = roleArns.filter((role) => isAllowed(role, { action: 'dynamodb:PutItem', ...entry }))

    expect(whoMay('dynamodb:PutItem', 'audit').toSorted()).toEqual(Object.keys(auditLogWriters).toSorted())
    expect(added, 'roles of functions and of anything else').toHaveLength(Object.keys(auditLogWriters).length)
    for (const action of ['dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem']) {
      expect(roleArns.filter((role) => isAllowed(role, { action, ...entry }))).toEqual([])
    }
  })

  test('these write no entry of the log', () => {
    const writers = whoMay('dynamodb:PutItem', 'audit')
    expect(functions.filter((name) => !writers.includes(name))).toEqual([
      'account/follow-up-sign-ups',
      'account/post-authentication',
      'account/pre-token-generation',
      'changes/dispatch',
      'consultations/send-reminders',
      'customers/recount',
      'customers/update-lists',
      'diagnostics/check-invariants',
      'mail/record-feedback',
      'mail/retry-unsent',
      'mail/send-queued',
      'recovery/export-accounts',
      'security/check-audit-log',
      'security/copy-audit-log',
      'security/digest-audit-log',
    ])
  })
})

test('every kind is written by somebody', () => {
  const everWritten = functions.flatMap((name) => [
    ...(tableAccessByLambda[name].puts ?? []),
    ...(tableAccessByLambda[name].updates ?? []),
  ])
  expect(kinds.filter((kind) => !everWritten.includes(kind))).toEqual([])
})
