import { describe, expect, test } from 'vitest'
import { isMet, evaluate, type StatementJson } from './evaluate.ts'

type Keys = Readonly<Record<string, string | readonly string[]>>
type Case = readonly [promise: string, condition: StatementJson, keys: Keys, met: boolean]

const cases = (all: readonly Case[]) =>
  test.for(all)('%s', ([, condition, keys, met]) => {
    expect(isMet(condition, keys)).toBe(met)
  })

// IAM User Guide, "IAM JSON policy elements: Condition operators", String condition operators.
describe('string operators', () => {
  const category = { StringEquals: { 'aws:PrincipalTag/job-category': 'iamuser-admin' } }
  const prefix = { StringLike: { 's3:prefix': ['', 'home/', 'home/${aws:username}/'] } }

  cases([
    ['StringEquals matches exactly', category, { 'aws:PrincipalTag/job-category': 'iamuser-admin' }, true],
    ['StringEquals heeds case', category, { 'aws:PrincipalTag/job-category': 'IAMuser-admin' }, false],
    ['StringEquals does not match a missing key', category, {}, false],
    ['StringEquals knows no wildcards', { StringEquals: { 's3:prefix': 'home/*' } }, { 's3:prefix': 'home/a' }, false],
    ['names of keys ignore case', category, { 'AWS:principaltag/job-CATEGORY': 'iamuser-admin' }, true],
    ['StringEqualsIgnoreCase', { StringEqualsIgnoreCase: { 'aws:a': 'Queue' } }, { 'aws:a': 'qUEUE' }, true],
    ['StringNotEqualsIgnoreCase', { StringNotEqualsIgnoreCase: { 'aws:a': 'Queue' } }, { 'aws:a': 'qUEUE' }, false],
    ['StringNotEquals', { StringNotEquals: { 'aws:a': 'x' } }, { 'aws:a': 'y' }, true],
    ['StringNotEquals of a missing key is met', { StringNotEquals: { 'aws:a': 'x' } }, {}, true],
    ['StringLike takes * for any text', { StringLike: { 's3:prefix': 'a*z' } }, { 's3:prefix': 'a/b:c/z' }, true],
    ['StringLike takes ? for one character', { StringLike: { 's3:prefix': 'a?c' } }, { 's3:prefix': 'abbc' }, false],
    ['StringLike matches to the end', { StringLike: { 's3:prefix': 'home/' } }, { 's3:prefix': 'home/a' }, false],
    ['StringLike takes a dot for a dot', { StringLike: { 'aws:a': 'a.c' } }, { 'aws:a': 'abc' }, false],
    ['StringLike heeds case', { StringLike: { 'aws:a': 'A*' } }, { 'aws:a': 'abc' }, false],
    ['StringNotLike of a missing key is met', { StringNotLike: { 'aws:a': 'x*' } }, {}, true],
    ['an empty value is a value', prefix, { 's3:prefix': '', 'aws:username': 'Adele' }, true],
    ['a variable in a value', prefix, { 's3:prefix': 'home/Adele/', 'aws:username': 'Adele' }, true],
    ['the folder of somebody else', prefix, { 's3:prefix': 'home/Bob/', 'aws:username': 'Adele' }, false],
  ])
})

// The same page, Numeric, Date, Boolean, Binary and IP address condition operators.
describe('operators of numbers, dates, truth, bytes and addresses', () => {
  const atMostTen = { NumericLessThanEquals: { 's3:max-keys': '10' } }
  const oldTls = { NumericLessThan: { 's3:TlsVersion': 1.2 } }
  const since2020 = { DateGreaterThan: { 'aws:TokenIssueTime': '2020-01-01T00:00:01Z' } }
  const offices = { IpAddress: { 'aws:SourceIp': ['203.0.113.0/24', '2001:DB8:1234:5678::/64'] } }
  const bytes = { BinaryEquals: { key: 'QmluYXJ5VmFsdWVJbkJhc2U2NA==' } }

  cases([
    ['NumericLessThanEquals at its limit', atMostTen, { 's3:max-keys': '10' }, true],
    ['NumericLessThanEquals compares numbers, not text', atMostTen, { 's3:max-keys': '9' }, true],
    ['NumericLessThanEquals beyond its limit', atMostTen, { 's3:max-keys': '11' }, false],
    ['NumericLessThanEquals of a missing key', atMostTen, {}, false],
    ['NumericLessThan takes decimals, written as numbers too', oldTls, { 's3:TlsVersion': '1.1' }, true],
    ['NumericLessThan at its limit', oldTls, { 's3:TlsVersion': '1.2' }, false],
    ['NumericEquals', { NumericEquals: { a: '10' } }, { a: '10.0' }, true],
    ['NumericNotEquals of a missing key is met', { NumericNotEquals: { a: '10' } }, {}, true],
    ['NumericGreaterThan', { NumericGreaterThan: { a: '10' } }, { a: '10' }, false],
    ['NumericGreaterThanEquals', { NumericGreaterThanEquals: { a: '10' } }, { a: '10' }, true],
    ['DateGreaterThan', since2020, { 'aws:TokenIssueTime': '2020-01-01T00:00:02Z' }, true],
    [
      'DateGreaterThan of the same instant elsewhere',
      since2020,
      { 'aws:TokenIssueTime': '2020-01-01T01:00:01+01:00' },
      false,
    ],
    ['DateGreaterThan without temporary credentials', since2020, {}, false],
    [
      'DateLessThan takes seconds since 1970',
      { DateLessThan: { 'aws:EpochTime': '1577836801' } },
      { 'aws:EpochTime': '1577836800' },
      true,
    ],
    ['DateEquals of seconds and ISO 8601', { DateEquals: { a: '1577836800' } }, { a: '2020-01-01T00:00:00Z' }, true],
    ['DateNotEquals', { DateNotEquals: { a: '2020-01-01' } }, { a: '2020-01-01' }, false],
    ['DateLessThanEquals of a day', { DateLessThanEquals: { a: '2020-01-01' } }, { a: '2020-01-01T00:00:00Z' }, true],
    ['DateGreaterThanEquals', { DateGreaterThanEquals: { a: '2020-01-01' } }, { a: '2019-12-31T23:59:59Z' }, false],
    ['Bool', { Bool: { 'aws:SecureTransport': 'false' } }, { 'aws:SecureTransport': 'false' }, true],
    ['Bool of the other truth', { Bool: { 'aws:SecureTransport': 'false' } }, { 'aws:SecureTransport': 'true' }, false],
    ['Bool of a missing key', { Bool: { 'aws:MultiFactorAuthPresent': 'false' } }, {}, false],
    ['BoolIfExists of a missing key', { BoolIfExists: { 'aws:MultiFactorAuthPresent': 'false' } }, {}, true],
    [
      'Bool takes what JSON calls true',
      { Bool: { 'aws:SecureTransport': true } },
      { 'aws:SecureTransport': 'true' },
      true,
    ],
    ['BinaryEquals', bytes, { key: 'QmluYXJ5VmFsdWVJbkJhc2U2NA==' }, true],
    ['BinaryEquals of other bytes', bytes, { key: 'YmluYXJ5' }, false],
    ['IpAddress in a range', offices, { 'aws:SourceIp': '203.0.113.255' }, true],
    ['IpAddress outside of it', offices, { 'aws:SourceIp': '203.0.114.0' }, false],
    ['IpAddress of the other family', offices, { 'aws:SourceIp': '2001:db8:1234:5678::1' }, true],
    [
      'IpAddress without a prefix is one address',
      { IpAddress: { 'aws:SourceIp': '203.0.113.7' } },
      { 'aws:SourceIp': '203.0.113.8' },
      false,
    ],
    ['IpAddress through a VPC endpoint, where the key is missing', offices, {}, false],
    ['NotIpAddress', { NotIpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, { 'aws:SourceIp': '203.0.113.1' }, false],
    ['NotIpAddress of a missing key is met', { NotIpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, {}, true],
  ])
})

// The same page, Amazon Resource Name (ARN) condition operators.
describe('operators of ARNs', () => {
  const finance = 'arn:aws:someservice:*:111122223333:finance/*'
  const disguised = 'arn:aws:someservice:us-east-2:999999999999:store/abc:111122223333:finance/document.txt'
  const topic = 'arn:aws:sns:us-east-2:123456789012:topic'

  cases([
    ['StringLike is deceived by colons within a resource', { StringLike: { a: finance } }, { a: disguised }, true],
    ['ArnLike is not, for it compares part by part', { ArnLike: { a: finance } }, { a: disguised }, false],
    [
      'ArnEquals takes wildcards like ArnLike',
      { ArnEquals: { a: 'arn:aws:sns:*:123456789012:t?pic' } },
      { a: topic },
      true,
    ],
    [
      'ArnEquals heeds case',
      { ArnEquals: { 'aws:SourceArn': topic.toUpperCase() } },
      { 'aws:SourceArn': topic },
      false,
    ],
    ['ArnEquals of a missing key', { ArnEquals: { 'aws:SourceArn': topic } }, {}, false],
    ['ArnNotEquals', { ArnNotEquals: { 'aws:SourceArn': topic } }, { 'aws:SourceArn': topic }, false],
    ['ArnNotLike of a missing key is met', { ArnNotLike: { 'aws:SourceArn': topic } }, {}, true],
    [
      'a variable in an ARN',
      { ArnLike: { a: 'arn:aws:sns:*:*:${aws:userid}-*' } },
      { a: 'arn:aws:sns:x:1:me-2', 'aws:userid': 'me' },
      true,
    ],
  ])
})

// The same page, ...IfExists condition operators, and Condition operator to check existence of condition keys.
describe('IfExists and Null', () => {
  const small = { StringLikeIfExists: { 'ec2:InstanceType': ['t1.*', 't2.*', 'm3.*'] } }
  const ownCredentials = { Null: { 'aws:TokenIssueTime': 'true' } }

  cases([
    ['IfExists of a key that is there is evaluated', small, { 'ec2:InstanceType': 'm4.large' }, false],
    ['IfExists of a key that fits', small, { 'ec2:InstanceType': 't2.micro' }, true],
    ['IfExists of a missing key is met', small, {}, true],
    ['a negated operator with IfExists is met without the key', { StringNotEqualsIfExists: { a: 'x' } }, {}, true],
    ['Null true demands that the key is missing', ownCredentials, {}, true],
    ['Null true fails for a key with a value', ownCredentials, { 'aws:TokenIssueTime': '2020-01-01T00:00:00Z' }, false],
    ['Null false demands a value', { Null: { 'aws:TokenIssueTime': 'false' } }, {}, false],
    ['Null false counts no empty list as a value', { Null: { 'aws:TagKeys': 'false' } }, { 'aws:TagKeys': [] }, false],
  ])
})

// "Conditions with multiple context keys or values".
describe('several operators, keys and values', () => {
  const both = { StringEquals: { 'aws:a': 'x', 'aws:b': 'y' } }
  const either = { StringEquals: { 'aws:a': ['x', 'y'] } }
  const neither = { StringNotEquals: { 'aws:a': ['x', 'y'] } }

  cases([
    ['all keys of an operator have to fit', both, { 'aws:a': 'x', 'aws:b': 'z' }, false],
    ['all keys of an operator fit', both, { 'aws:a': 'x', 'aws:b': 'y' }, true],
    ['all operators have to fit', { ...either, Bool: { 'aws:c': 'true' } }, { 'aws:a': 'x', 'aws:c': 'false' }, false],
    ['one value of a key is enough', either, { 'aws:a': 'y' }, true],
    ['a negated operator is met by none of its values', neither, { 'aws:a': 'z' }, true],
    ['a negated operator fails for any of its values', neither, { 'aws:a': 'y' }, false],
  ])
})

// "Set operators for multivalued context keys" and "Multivalued context key examples".
describe('set operators', () => {
  const attributes = ['PostDateTime', 'Message', 'Tags']
  const all = { 'ForAllValues:StringLike': { 'dynamodb:Attributes': attributes } }
  const any = { 'ForAnyValue:StringLike': { 'dynamodb:Attributes': ['ID', 'PostDateTime'] } }
  const notNull = { ...all, Null: { 'dynamodb:Attributes': 'false' } }
  const environment = { 'ForAllValues:StringNotEquals': { 'aws:TagKeys': ['environment', 'cost-center'] } }

  cases([
    ['ForAllValues with all values listed', all, { 'dynamodb:Attributes': ['PostDateTime', 'Message'] }, true],
    ['ForAllValues with one that is not', all, { 'dynamodb:Attributes': ['PostDateTime', 'UserName'] }, false],
    ['ForAllValues of a missing key is met', all, {}, true],
    ['ForAllValues of an empty value is met', all, { 'dynamodb:Attributes': '' }, true],
    ['ForAllValues of a missing key, beside Null false', notNull, {}, false],
    ['ForAllValues with values, beside Null false', notNull, { 'dynamodb:Attributes': ['Tags'] }, true],
    [
      'ForAnyValue with one value listed',
      any,
      { 'dynamodb:Attributes': ['UserName', 'Message', 'PostDateTime'] },
      true,
    ],
    ['ForAnyValue with none', any, { 'dynamodb:Attributes': ['UserName'] }, false],
    ['ForAnyValue of a missing key is not met', any, {}, false],
    ['ForAnyValue of an empty list is not met', any, { 'dynamodb:Attributes': [] }, false],
    ['ForAllValues of a negated operator', environment, { 'aws:TagKeys': ['owner', 'environment'] }, false],
    ['ForAllValues of a negated operator, none listed', environment, { 'aws:TagKeys': ['owner'] }, true],
    ['ForAnyValue of a negated operator', { 'ForAnyValue:StringNotEquals': { k: 'a' } }, { k: ['a', 'b'] }, true],
    ['ForAnyValue of a negated operator, key missing', { 'ForAnyValue:StringNotEquals': { k: 'a' } }, {}, false],
    ['ForAnyValue with IfExists, key missing', { 'ForAnyValue:StringEqualsIfExists': { k: 'a' } }, {}, true],
  ])
})

describe('a condition that cannot be evaluated is an error, never an allow', () => {
  test.for([
    ['an operator that IAM does not have', { StringMatches: { 'aws:a': 'x' } }, {}],
    ['an operator in another case', { stringEquals: { 'aws:a': 'x' } }, {}],
    ['a set operator that IAM does not have', { 'ForSomeValues:StringEquals': { 'aws:a': 'x' } }, {}],
    ['Null with IfExists', { NullIfExists: { 'aws:a': 'true' } }, {}],
    ['Null with a set operator', { 'ForAllValues:Null': { 'aws:a': 'true' } }, {}],
    ['Null with something else than true or false', { Null: { 'aws:a': 'yes' } }, {}],
    ['several values of the request without a set operator', { StringEquals: { 'aws:a': 'x' } }, { 'aws:a': ['x'] }],
    ['a number that is none', { NumericEquals: { 'aws:a': 'many' } }, { 'aws:a': '1' }],
    ['a date that is none', { DateLessThan: { 'aws:a': 'tomorrow' } }, { 'aws:a': '2020-01-01' }],
    ['a truth that is none', { Bool: { 'aws:a': 'yes' } }, { 'aws:a': 'true' }],
    ['an address that is none', { IpAddress: { 'aws:a': 'office' } }, { 'aws:a': '203.0.113.1' }],
    ['an ARN that is none', { ArnLike: { 'aws:a': 'topic' } }, { 'aws:a': 'arn:aws:sns:x:1:topic' }],
    ['a variable for a number', { NumericEquals: { 'aws:a': '${aws:b}' } }, {}],
    ['a reference of CloudFormation', { StringEquals: { 'aws:a': { Ref: 'Bucket' } } }, {}],
    ['an operator without keys', { StringEquals: 'x' }, {}],
  ] as const)('%s', ([, condition, keys]) => {
    expect(() => isMet(condition, keys)).toThrow(expect.objectContaining({ name: 'PolicyError' }))
  })

  test('even where the statement does not concern the request', () => {
    const others = { Effect: 'Deny', Action: 'sqs:SendMessage', Resource: '*', Condition: { Like: { 'aws:a': 'x' } } }
    const allow = { Effect: 'Allow', Action: '*', Resource: '*' }

    expect(() => evaluate([allow, others])).toThrow('unknown condition operator Like')
  })
})
