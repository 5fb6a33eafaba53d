import { describe, expect, test } from 'vitest'
import { apiContract } from '#contract/api'
import { endpointsByDomain, webhookRoutes } from '#contract/api-domains'
import type { Endpoint } from '#contract/endpoint'
import {
  getOnlyResource,
  type TemplateResource,
  findLogicalId,
  findTemplateResources,
  getRoutesTemplate,
  getStageTemplate,
  renderTemplateValue,
} from './synthesised.ts'

const template = getStageTemplate()
const within = getRoutesTemplate()
const routes = Object.values(findTemplateResources(within, 'AWS::ApiGatewayV2::Route'))
const endpoints: readonly Endpoint[] = Object.values(apiContract).flatMap((domain): Endpoint[] => Object.values(domain))
const keyOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

function routeOf(endpoint: Pick<Endpoint, 'method' | 'path'>): TemplateResource['Properties'] {
  return routes.find(({ Properties }) => Properties.RouteKey === keyOf(endpoint))?.Properties
}

test('every endpoint of the contract and every machine route is a route, and there are no others', () => {
  const promised = [...endpoints, ...Object.values(webhookRoutes)].map(keyOf)

  const deployed = routes.map(({ Properties }) => Properties.RouteKey as string)

  expect(deployed.toSorted()).toEqual(promised.toSorted())
})

test('FUN-13 A-75 the health check and the old names of diagnostics are one route, which asks nobody who they are', () => {
  const deployed = routeOf({ method: 'GET', path: '/{check}' })

  expect(deployed).toMatchObject({ AuthorizationType: 'NONE' })
  for (const name of [
    'health',
    'hello-world',
    'simple-test',
    'auth-register',
    'diagnostic-connectivity',
    'test-connectivity',
  ]) {
    expect(apiContract.security.health.params.safeParse({ check: name }).success, name).toBe(true)
    expect(routeOf({ method: 'GET', path: `/${name}` }), name).toBeUndefined()
  }
})

const onlyAdministrators = ({ allow }: Endpoint) => allow.length === 1 && allow[0] === 'administrador'

describe('who may ask', () => {
  const guarded = endpoints.filter(({ allow }) => allow !== 'everyone')
  const open = endpoints.filter(({ allow }) => allow === 'everyone')
  test.for(guarded.filter(onlyAdministrators).map(keyOf))('%s demands an access token for administrators', (key) => {
    const route = routes.find(({ Properties }) => Properties.RouteKey === key)?.Properties
    expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizationScopes: ['app/admin'] })
  })

  test.for(guarded.filter((endpoint) => !onlyAdministrators(endpoint)).map(keyOf))(
    '%s demands an access token of the product',
    (key) => {
      const route = routes.find(({ Properties }) => Properties.RouteKey === key)?.Properties
      expect(route).toMatchObject({ AuthorizationType: 'JWT', AuthorizationScopes: ['app/use'] })
    },
  )

  test('only what the contract calls public, and the machines, ask without an account', () => {
    const anonymous = routes.filter(({ Properties }) => Properties.AuthorizationType !== 'JWT')

    expect(anonymous.map(({ Properties }) => Properties.RouteKey as string).toSorted()).toEqual(
      [...open, ...Object.values(webhookRoutes)].map(keyOf).toSorted(),
    )
  })

  test('tokens are those of our pool for our client', () => {
    const { JwtConfiguration, IdentitySource } = getOnlyResource(template, 'AWS::ApiGatewayV2::Authorizer').Properties

    expect(IdentitySource).toEqual(['$request.header.Authorization'])
    expect(JwtConfiguration.Audience).toEqual([{ Ref: 'IdentityPoolBrowserB8334AA0' }])
    expect(JSON.stringify(JwtConfiguration.Issuer)).toContain('IdentityPool9E5AED46')
  })
})

describe('the stage', () => {
  const { StageName, RouteSettings, AccessLogSettings } = getOnlyResource(
    template,
    'AWS::ApiGatewayV2::Stage',
  ).Properties

  test('is the /api of the website', () => {
    expect(StageName).toBe('api')
  })

  test('holds every route to a rate', () => {
    expect(Object.keys(RouteSettings).toSorted()).toEqual(
      [...endpoints, ...Object.values(webhookRoutes)].map(keyOf).toSorted(),
    )
    for (const [key, settings] of Object.entries(RouteSettings))
      expect([key, settings]).toMatchObject([
        key,
        { ThrottlingRateLimit: expect.any(Number), ThrottlingBurstLimit: expect.any(Number) },
      ])
  })

  test('waits for the routes whose rates it sets, which must exist by then', () => {
    const [stage] = Object.values(template.findResources('AWS::ApiGatewayV2::Stage'))
    expect(stage?.['DependsOn']).toEqual(
      expect.arrayContaining([findLogicalId(template, 'AWS::CloudFormation::Stack', 'RoutesNestedStackResource')]),
    )
  })

  test('logs each call by its route, without addresses, paths or people', () => {
    expect(Object.values(JSON.parse(AccessLogSettings.Format))).toEqual([
      '$context.requestTime',
      '$context.requestId',
      'HabitatInterior-dev',
      '$context.routeKey',
      '$context.status',
      '$context.responseLatency',
      '$context.integrationErrorMessage',
      '$context.authorizer.error',
    ])
  })
})

function handed({ Ref, 'Fn::GetAtt': attribute }: { Ref?: string; 'Fn::GetAtt'?: readonly [string, string] }): string {
  const id = findLogicalId(template, 'AWS::CloudFormation::Stack', 'RoutesNestedStackResource')
  const { Parameters } = findTemplateResources(template, 'AWS::CloudFormation::Stack')[id]?.Properties ?? {}
  return renderTemplateValue(Parameters[Ref ?? attribute?.join('') ?? ''])
}

const functionOf = (route: TemplateResource['Properties']) => {
  const integration = findTemplateResources(within, 'AWS::ApiGatewayV2::Integration')[
    route.Target['Fn::Join'][1][1].Ref
  ]
  return handed(integration?.Properties.IntegrationUri)
}

test('each route asks the function of its own domain', () => {
  for (const [domain, promised] of Object.entries(endpointsByDomain)) {
    for (const endpoint of Object.values<Endpoint>(promised)) {
      expect(functionOf(routeOf(endpoint))).toMatch(new RegExp(`^\\$\\{Api${domain}[0-9A-F]{8}\\.Arn\\}$`))
    }
  }
  expect(functionOf(routeOf(webhookRoutes.stripeWebhook))).toMatch(/^\$\{StripeWebhookpaymentsstripewebhook/)
})

test('the gateway alone may call a function for a route, and only for those of this API', () => {
  const permissions = Object.values(findTemplateResources(within, 'AWS::Lambda::Permission'))
  const asked = new Set(routes.map(({ Properties }) => functionOf(Properties)))

  expect(new Set(permissions.map(({ Properties }) => handed(Properties.FunctionName)))).toEqual(asked)
  for (const { Properties } of permissions) {
    expect(Properties.Principal).toBe('apigateway.amazonaws.com')
    expect(renderTemplateValue(Properties.SourceArn)).toMatch(
      /:execute-api:eu-west-1:.*referencetoHabitatInteriordevApiHttp.*\/\*\/\*/,
    )
  }
})

test('every route of the stage is guarded by the one authorizer', () => {
  const guards = new Set(
    routes
      .filter(({ Properties }) => Properties.AuthorizationType === 'JWT')
      .map(({ Properties }) => handed(Properties.AuthorizerId)),
  )
  const [authorizer] = Object.keys(findTemplateResources(template, 'AWS::ApiGatewayV2::Authorizer'))

  expect([...guards]).toEqual([`\${${authorizer}}`])
})
