import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { ComparisonOperator, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Function, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { ApiDomain } from '#contract/api-domains'
import { FUNCTION_SECONDS } from '#data/service-clients'
import {
  domainLambdaVariables,
  type LambdaEnvironment,
  type NonApiLambdaName,
  nonApiLambdaVariables,
  userPoolTriggers,
} from '#platform/lambdas'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'
import { functionFailureConsequences, triggerErrorAlarmThresholds } from '../function-failures.ts'
import { toRunbookPath } from '../runbook.ts'
import type { Alarms } from './alarms.ts'
import { bundleFunctionCode } from './bundling.ts'

type FunctionName = ApiDomain | NonApiLambdaName

const variables = { ...domainLambdaVariables, ...nonApiLambdaVariables }

export type FunctionEnvironment<Name extends FunctionName> = LambdaEnvironment<(typeof variables)[Name][number]>

export interface FunctionMonitoring {
  readonly alarms: Alarms
  readonly logRetention: RetentionDays
}

interface ProductFunctionProps<Name extends FunctionName> {
  readonly name: Name
  readonly environment: FunctionEnvironment<Name>
  readonly operations: FunctionMonitoring
  /** @default Duration.seconds(20), below the 30 that API Gateway waits */
  readonly timeout?: Duration
}

const toConstructId = (name: FunctionName): string => name.replace('/', '-')

/**
 * In MB, by the rule and the measurements in docs/performance.md. Processor share grows with memory: 1769 MB are one
 * vCPU.
 */
const computeMemory = (name: FunctionName): number =>
  (Object.values(userPoolTriggers) as FunctionName[]).includes(name) ? 1769 : 1024

/**
 * Delay between the end of a call and its metrics. CloudWatch counts an error at the time its call began, so a time-out
 * appears only after the whole timeout.
 */
const PUBLISHED_MINUTES = 4

class ProductFunction<Name extends FunctionName> extends Function {
  constructor(scope: Construct, entry: string, props: ProductFunctionProps<Name>) {
    const { name, operations, timeout = Duration.seconds(20) } = props
    const id = toConstructId(name)
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    const logGroup = new LogGroup(scope, `${id}Log`, {
      retention: operations.logRetention,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    super(scope, id, {
      code: bundleFunctionCode(scope, entry),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: computeMemory(name),
      timeout,
      tracing: Tracing.ACTIVE,
      loggingFormat: LoggingFormat.JSON,
      role,
      logGroup,
      environment: {
        ...pick(props.environment, variables[name]),
        [FUNCTION_SECONDS]: String(timeout.toSeconds()),
        // The field `service` of every log line.
        POWERTOOLS_SERVICE_NAME: Stack.of(scope).stackName,
      },
    })

    logGroup.grantWrite(role)
    suppressCdkNagFindings(role, {
      'IAM5[Resource::*]':
        'X-Ray knows no resource to name; nor do ListStreams, for readers of the stream, and GetSendQuota of SES.',
    })

    this.watch(name, logGroup, operations.alarms)
  }

  // A fault in an API call is answered with 500 and logged as an error; Lambda counts only thrown errors, which are
  // logged too: the higher number counts.
  private watch(name: FunctionName, logGroup: LogGroup, alarms: Alarms): void {
    const faults = logGroup.addMetricFilter('Faults', {
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
      metricNamespace: 'HabitatInterior',
      metricName: `${Stack.of(this).stackName} ${name} faults`,
    })
    const tolerated = triggerErrorAlarmThresholds[name]
    const periodMinutes = tolerated ? 5 : 1
    const period = Duration.minutes(periodMinutes)
    const seenMinutes =
      Math.ceil((this.timeout ?? Duration.minutes(15)).toMinutes({ integral: false })) + PUBLISHED_MINUTES
    const usingMetrics = { thrown: this.metricErrors({ period }), logged: faults.metric({ period, statistic: 'Sum' }) }
    const metric = new MathExpression({
      expression: 'MAX([FILL(thrown, 0), FILL(logged, 0)])',
      usingMetrics,
      period,
    })
    alarms.add(`${toConstructId(name)}Failed`, metric, {
      threshold: tolerated ?? 1,
      // The newest periods are zero until their data is published.
      evaluationPeriods: 1 + Math.ceil(seenMinutes / periodMinutes),
      datapointsToAlarm: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${functionFailureConsequences[name]} Runbook: ${toRunbookPath(name)}`,
    })
  }
}

export class ApiDomainFunction<Name extends ApiDomain> extends ProductFunction<Name> {
  constructor(scope: Construct, props: ProductFunctionProps<Name>) {
    super(scope, `${props.name}/handler`, props)
  }
}

export class NonApiFunction<Name extends NonApiLambdaName> extends ProductFunction<Name> {
  constructor(scope: Construct, props: ProductFunctionProps<Name>) {
    super(scope, `${props.name}.handler`, props)
  }
}

const pick = (environment: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => {
      const value = environment[name]
      if (value === undefined) throw new Error(`no value for the environment variable ${name}`)
      return [name, value]
    }),
  )
