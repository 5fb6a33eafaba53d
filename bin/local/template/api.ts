import { type ApiRoute, createApiRoute, sortRoutes } from '../api-route.ts'
import type { DeployedApi } from '../deployment.ts'
import type { ServiceCalls } from '../authorization/service-calls.ts'
import type { TemplateStack } from '../iam/template-values.ts'
import { getFunctionArn, getFunctionName } from './function-names.ts'
import type { LocalHosts } from './local-hosts.ts'
import { getOnlyStackResource, listStackResources } from './resources.ts'
import { createThrottle, type ThrottleSettings } from './throttle.ts'

interface RouteProperties {
  readonly RouteKey: string
  readonly Target: string
  readonly AuthorizationType?: string
  readonly AuthorizerId?: string
  readonly AuthorizationScopes?: readonly string[]
}

interface IntegrationProperties {
  readonly IntegrationType: string
  readonly IntegrationUri: string
  readonly PayloadFormatVersion?: string
}

interface StageProperties {
  readonly StageName: string
  readonly AccessLogSettings?: { readonly DestinationArn?: string; readonly Format?: string }
  readonly DefaultRouteSettings?: RouteSettings
  readonly RouteSettings?: Readonly<Record<string, RouteSettings>>
}

interface RouteSettings {
  readonly ThrottlingRateLimit?: number
  readonly ThrottlingBurstLimit?: number
}

interface AuthorizerProperties {
  readonly AuthorizerType: string
  readonly IdentitySource: readonly string[]
  readonly JwtConfiguration: { readonly Audience: readonly string[]; readonly Issuer: string }
}

function readIntegrations(stack: TemplateStack): ReadonlyMap<string, string> {
  const integrations = listStackResources<IntegrationProperties>(stack, 'AWS::ApiGatewayV2::Integration', [
    'IntegrationType',
    'IntegrationUri',
    'PayloadFormatVersion',
  ])
  return new Map(
    integrations.map(({ ref, properties: { IntegrationType, IntegrationUri, PayloadFormatVersion } }) => {
      if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0') {
        throw new Error(`the integration ${ref} is ${IntegrationType} ${PayloadFormatVersion}`)
      }
      return [ref, getFunctionName(IntegrationUri)]
    }),
  )
}

function readAuthorizer(stack: TemplateStack) {
  const authorizer = getOnlyStackResource<AuthorizerProperties>(stack, 'AWS::ApiGatewayV2::Authorizer', [
    'AuthorizerType',
    'IdentitySource',
    'JwtConfiguration',
  ])
  const { AuthorizerType, IdentitySource, JwtConfiguration } = authorizer.properties
  if (AuthorizerType !== 'JWT' || IdentitySource.join() !== '$request.header.Authorization') {
    throw new Error(`the authorizer is ${AuthorizerType} of ${IdentitySource.join()}`)
  }
  return { ref: authorizer.ref, audience: JwtConfiguration.Audience, issuer: JwtConfiguration.Issuer }
}

const toThrottle = ({ ThrottlingRateLimit, ThrottlingBurstLimit }: RouteSettings): ThrottleSettings | undefined =>
  ThrottlingRateLimit === undefined || ThrottlingBurstLimit === undefined
    ? undefined
    : { rate: ThrottlingRateLimit, burst: ThrottlingBurstLimit }

export function readApi(
  stack: TemplateStack,
  hosts: LocalHosts,
  calls: ServiceCalls,
): Omit<DeployedApi, 'originHeaders'> {
  const integrations = readIntegrations(stack)
  const authorizer = readAuthorizer(stack)
  const { ref: apiId } = getOnlyStackResource(stack, 'AWS::ApiGatewayV2::Api', [])
  const { properties: stage } = getOnlyStackResource<StageProperties>(stack, 'AWS::ApiGatewayV2::Stage', [
    'StageName',
    'AccessLogSettings',
    'DefaultRouteSettings',
    'RouteSettings',
  ])

  const toScopes = (route: RouteProperties): ApiRoute['scopes'] => {
    if (route.AuthorizationType === 'NONE') return undefined
    if (route.AuthorizationType === 'JWT' && route.AuthorizerId === authorizer.ref)
      return route.AuthorizationScopes ?? []
    throw new Error(`${route.RouteKey} is guarded by ${route.AuthorizationType} ${route.AuthorizerId}`)
  }
  const toRoute = (route: RouteProperties): ApiRoute => {
    const handler = integrations.get(route.Target.replace('integrations/', ''))
    if (handler === undefined) throw new Error(`${route.RouteKey} leads to ${route.Target}, which is not there`)
    const throttle = toThrottle(stage.RouteSettings?.[route.RouteKey] ?? stage.DefaultRouteSettings ?? {})
    const admit = throttle && createThrottle(throttle)
    const [method = '', path = ''] = route.RouteKey.split(' ')
    return createApiRoute(route.RouteKey, {
      requireInvoke: () =>
        calls.invokeRoute(getFunctionArn(handler, stack), { apiId, stage: stage.StageName, method, path }),
      stage: stage.StageName,
      handler,
      scopes: toScopes(route),
      ...(admit && { admit }),
    })
  }
  const routes = listStackResources<RouteProperties>(stack, 'AWS::ApiGatewayV2::Route', [
    'RouteKey',
    'Target',
    'AuthorizationType',
    'AuthorizerId',
    'AuthorizationScopes',
  ]).map(({ properties }) => toRoute(properties))
  return {
    routes: sortRoutes(routes),
    audience: authorizer.audience,
    issuer: hosts.localise(authorizer.issuer),
    ...(stage.AccessLogSettings && { accessLog: readAccessLog(stage.AccessLogSettings) }),
  }
}

function readAccessLog({
  DestinationArn = '',
  Format = '',
}: NonNullable<StageProperties['AccessLogSettings']>): NonNullable<DeployedApi['accessLog']> {
  return {
    group: DestinationArn.split(':log-group:')[1]?.replace(/:\*$/, '') ?? '',
    format: ({ routeKey, status }) => {
      const known: Readonly<Record<string, string>> = { routeKey, status: String(status) }
      return Format.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => known[name] ?? '-')
    },
  }
}
