import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { CfnStage, HttpApi, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpUserPoolAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { type ApiDomain, apiDomains, type webhookRoutes, endpointsByDomain } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import { METRIC_NAMESPACE, type MetricDefinition, metricList } from '#platform/metric-list'
import { tableAccessByLambda } from '../../functions/table-access-by-lambda.ts'
import { createRecordFromKeys, listRecordKeys } from '../records.ts'
import { ApiRoutes, type RoutedEndpoint } from './api-routes.ts'
import type { DataTable } from './data-table.ts'
import type { UserDirectory } from './user-directory.ts'
import { ApiDomainFunction, type FunctionEnvironment, type FunctionMonitoring } from './product-function.ts'
import type { Website } from './website.ts'

export interface ApiProps {
  readonly identity: UserDirectory
  readonly table: DataTable
  readonly environment: FunctionEnvironment<ApiDomain>
  readonly website: Website
  readonly operations: FunctionMonitoring
}

type MachineRoute = (typeof webhookRoutes)[keyof typeof webhookRoutes]

/**
 * Requests per second and burst of one route, for all callers together; single callers are limited by address
 * (web-acl.ts, consumeNetworkRateLimit). High enough that one machine cannot reach it, low enough to leave most of
 * Lambda to other routes: at 0.1 s a call it takes 200 of an account's 1000 concurrent executions.
 */
const routeThrottle = { ThrottlingRateLimit: 2000, ThrottlingBurstLimit: 4000 }

export class Api extends Construct {
  readonly http: HttpApi
  readonly functions: Readonly<Record<ApiDomain, ApiDomainFunction<ApiDomain>>>
  private readonly routes: ApiRoutes
  private readonly settings: Record<string, typeof routeThrottle> = {}

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id)
    this.http = new HttpApi(this, 'Http', {
      createDefaultStage: false,
      defaultAuthorizer: new HttpUserPoolAuthorizer('SignedIn', props.identity.pool, {
        userPoolClients: [props.identity.client],
      }),
    })
    this.routes = new ApiRoutes(this, 'Routes', this.http)
    this.functions = createRecordFromKeys(apiDomains, (domain) => this.serve(domain, props))

    this.addStage(props.operations)
  }

  get host(): string {
    return `${this.http.apiId}.execute-api.${Stack.of(this).region}.amazonaws.com`
  }

  addMachineRoute({ method, path, lambda }: MachineRoute, called: IFunction): void {
    const integration = new HttpLambdaIntegration(lambda, called)
    this.route({ method, path, allow: 'everyone' }, integration)
  }

  private serve(
    domain: ApiDomain,
    { table, environment, website, operations }: ApiProps,
  ): ApiDomainFunction<ApiDomain> {
    const called = new ApiDomainFunction(this, { name: domain, environment, operations })
    table.grantAccess(called, tableAccessByLambda[domain])
    website.originSecret.grantRead(called)

    // One permission for the whole API: one per route would double the number of resources.
    const integration = new HttpLambdaIntegration(domain, called, { scopePermissionToRoute: false })
    for (const endpoint of Object.values<Endpoint>(endpointsByDomain[domain])) {
      this.route(endpoint, integration)
    }
    return called
  }

  private route(endpoint: RoutedEndpoint, integration: HttpLambdaIntegration): void {
    this.routes.add(endpoint, integration)
    this.settings[`${endpoint.method} ${endpoint.path}`] = routeThrottle
  }

  /** Calls that API Gateway or Lambda throttle reach no function, so they are counted in the access log. */
  private countCalls(log: LogGroup): void {
    for (const name of listRecordKeys(metricList)) {
      const metric: MetricDefinition = metricList[name]
      if (metric.apiStatus === undefined) continue
      log.addMetricFilter(name, {
        filterPattern: FilterPattern.stringValue('$.status', '=', metric.apiStatus),
        metricNamespace: METRIC_NAMESPACE,
        metricName: name,
        dimensions: { service: '$.service' },
      })
    }
  }

  // The website serves this stage below /api: browser and API share one origin and need no CORS.
  private addStage({ logRetention }: FunctionMonitoring): void {
    const log = new LogGroup(this, 'AccessLog', {
      retention: logRetention,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.countCalls(log)
    const stage = this.http.addStage('Stage', {
      stageName: 'api',
      autoDeploy: true,
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: accessLogFormat(Stack.of(this).stackName),
      },
    })
    if (stage.node.defaultChild instanceof CfnStage) stage.node.defaultChild.routeSettings = this.settings
    // API Gateway rejects throttling settings for a route that does not exist yet.
    stage.node.addDependency(this.routes)
  }
}

/** Paths contain ids, and IP addresses are personal data: neither is logged. */
const accessLogFormat = (stackName: string) =>
  AccessLogFormat.custom(
    JSON.stringify({
      time: '$context.requestTime',
      requestId: '$context.requestId',
      service: stackName,
      route: '$context.routeKey',
      status: '$context.status',
      latencyMs: '$context.responseLatency',
      integrationError: '$context.integrationErrorMessage',
      authorizerError: '$context.authorizer.error',
    }),
  )
