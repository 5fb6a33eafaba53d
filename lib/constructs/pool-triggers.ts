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
  /** Without the pool's id: the pool depends on its triggers, and each event names its pool. */
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
  // Finds, makes or takes over the account that Google is to be a way into.
  preSignUp: [
    'cognito-idp:AdminGetUser',
    'cognito-idp:AdminListGroupsForUser',
    'cognito-idp:AdminCreateUser',
    'cognito-idp:AdminSetUserPassword',
    'cognito-idp:AdminUpdateUserAttributes',
    'cognito-idp:AdminLinkProviderForUser',
    'cognito-idp:AdminUserGlobalSignOut',
  ],
  // What a new password by mail brings with it.
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
    // Cognito waits five seconds and calls again, with the same event; an answer after that is nobody's. So each may be repeated.
    const called = new NonApiFunction(this, { name, environment, operations: common, timeout: Duration.seconds(5) })
    table.grantAccess(called, tableAccessByLambda[name])
    this.grantOnPool(trigger, called, pool)
    pool.addTrigger(
      operations[trigger],
      called,
      // Scopes can be given and withheld from the second version of this event on.
      trigger === 'preTokenGeneration' ? LambdaVersion.V2_0 : LambdaVersion.V1_0,
    )
  }

  // In the function's own policy this would be a circle: the pool waits for the function and the function for its policy.
  private grantOnPool(trigger: Trigger, called: NonApiFunction<TriggerFunctionName>, pool: UserPool): void {
    const actions = poolActions[trigger]
    if (!actions) return
    const policy = new Policy(this, `${trigger}-on-pool`, {
      statements: [new PolicyStatement({ actions: [...actions], resources: [pool.userPoolArn] })],
    })
    called.role?.attachInlinePolicy(policy)
  }
}
