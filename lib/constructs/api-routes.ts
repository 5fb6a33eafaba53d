import { NestedStack } from 'aws-cdk-lib'
import {
  type HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  type HttpRouteIntegration,
  HttpRouteKey,
} from 'aws-cdk-lib/aws-apigatewayv2'
import type { Construct } from 'constructs'
import type { Endpoint } from '#contract/endpoint'
import { getRequiredTokenScopes } from '#contract/access-token-scopes'
import { suppressCdkNagFindings } from '../suppress-cdk-nag-findings.ts'

export type RoutedEndpoint = Pick<Endpoint, 'method' | 'path' | 'allow'>

/** Nested stack (docs/decisions/0021): each route is a resource, and a stack holds at most 500. */
export class ApiRoutes extends NestedStack {
  private readonly http: HttpApi

  constructor(scope: Construct, id: string, http: HttpApi) {
    super(scope, id)
    this.http = http
  }

  add({ method, path, allow }: RoutedEndpoint, integration: HttpRouteIntegration): void {
    const open = allow === 'everyone'
    const route = new HttpRoute(this, `${method}${path}`, {
      httpApi: this.http,
      routeKey: HttpRouteKey.with(path, HttpMethod[method]),
      integration,
      ...(open
        ? { authorizer: new HttpNoneAuthorizer() }
        : { authorizationScopes: [...getRequiredTokenScopes({ allow })] }),
    })
    if (open)
      suppressCdkNagFindings(route, {
        APIG4: 'The contract lets everyone ask this; the function knows how to doubt its caller.',
      })
  }
}
