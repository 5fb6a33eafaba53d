import { authorize, type Decision, type RequestContext } from '../../../bin/local/iam/authorize.ts'
import { parsePolicyDocument, type PolicyType } from '../../../bin/local/iam/policy-document.ts'

export const accountId = '111122223333'
export const accountRoot = `arn:aws:iam::${accountId}:root`
export const roleArn = `arn:aws:iam::${accountId}:role/app`
export const role = { type: 'role', arn: roleArn } as const
export const user = { type: 'user', arn: `arn:aws:iam::${accountId}:user/Adele` } as const

export type StatementJson = Readonly<Record<string, unknown>>

export const policy = (type: PolicyType, ...statements: readonly StatementJson[]) =>
  parsePolicyDocument({ Version: '2012-10-17', Statement: statements }, type, `${type} policy`)

const asked: RequestContext = { principal: role, action: 's3:GetObject', resource: 'arn:aws:s3:::example-bucket/a.txt' }

export const evaluate = (statements: readonly StatementJson[], request: Partial<RequestContext> = {}): Decision =>
  authorize({ ...asked, ...request }, [policy('identity', ...statements)])

export const isMet = (condition: StatementJson, keys: NonNullable<RequestContext['keys']> = {}): boolean =>
  evaluate([{ Effect: 'Allow', Action: '*', Resource: '*', Condition: condition }], { keys }).decision === 'allowed'
