import { Duration } from 'aws-cdk-lib'
import { LambdaVersion, type UserPool, UserPoolOperation } from 'aws-cdk-lib/aws-cognito'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import { userPoolTriggers } from '#platform/lambdas'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { listRecordKeys } from '../records.ts'
import type { DataTable } from './data-table.ts'
import { type FunctionEnvironment, type FunctionMonitoring, NonApiFunction } from './product-function.ts'

type Trigger = keyof typeof userPoolTriggers
type TriggerFunctionName = (typeof userPoolTriggers)[Trigger]

export interface UserPoolTriggersProps {
  readonly pool: UserPool
  readonly table: DataTable
  /** Without the pool's id, which would be a cycle: the pool depends on its triggers. Each event names its pool. */
  readonly environment: FunctionEnvironment<TriggerFunctionName>
  readonly operations: FunctionMonitoring
}

const operations: Readonly<Record<Trigger, UserPoolOperation>> = {
  preSignUp: UserPoolOperation.PRE_SIGN_UP,
  postConfirmation: UserPoolOperation.POST_CONFIRMATION,
  preTokenGeneration: UserPoolOperation.PRE_TOKEN_GENERATION_CONFIG,
  customMessage: UserPoolOperation.CUSTOM_MESSAGE,
  preAuthentication: UserPoolOperation.PRE_AUTHENTICATION,
  postAuthentication: UserPoolOperation.POST_AUTHENTICATION,
}

const poolActions: Partial<Readonly<Record<Trigger, readonly string[]>>> = {
  // Finds, creates or takes over the account that a Google sign-in is linked to.
  preSignUp: [
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminListGroupsForUser',
    'cognito-idp:AdminCreateUser',
    'cognito-idp:AdminSetUserPassword',
    'cognito-idp:AdminUpdateUserAttributes',
    'cognito-idp:AdminLinkProviderForUser',
    'cognito-idp:AdminUserGlobalSignOut',
  ],
  // After a new password by mail: corrects the second factor and ends all sessions.
  postConfirmation: [
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminSetUserMFAPreference',
    'cognito-idp:AdminUserGlobalSignOut',
  ],
  preTokenGeneration: ['cognito-idp:AdminGetUser', 'cognito-idp:AdminSetUserMFAPreference'],
}

export class UserPoolTriggers extends Construct {
  constructor(scope: Construct, id: string, props: UserPoolTriggersProps) {
    super(scope, id)
    for (const trigger of listRecordKeys(userPoolTriggers)) this.attach(trigger, props)
  }

  private attach(trigger: Trigger, { pool, table, environment, operations: common }: UserPoolTriggersProps): void {
    const name = userPoolTriggers[trigger]
    // Cognito waits five seconds, then calls again with the same event and ignores the first answer: each must be repeatable.
    const called = new NonApiFunction(this, { name, environment, operations: common, timeout: Duration.seconds(5) })
    table.grantAccess(called, tableAccessByLambda[name])
    this.grantOnPool(trigger, called, pool)
    pool.addTrigger(
      operations[trigger],
      called,
      // Scopes of the token can be changed from version 2 of this event on.
      trigger === 'preTokenGeneration' ? LambdaVersion.V2_0 : LambdaVersion.V1_0,
    )
  }

  // A policy resource of its own: in the function's default policy it would be a dependency cycle with the pool.
  private grantOnPool(trigger: Trigger, called: NonApiFunction<TriggerFunctionName>, pool: UserPool): void {
    const actions = poolActions[trigger]
    if (!actions) return
    const policy = new Policy(this, `${trigger}-on-pool`, {
      statements: [new PolicyStatement({ actions: [...actions], resources: [pool.userPoolArn] })],
    })
    called.role?.attachInlinePolicy(policy)
  }
}
