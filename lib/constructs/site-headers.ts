import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'
import {
  formatContentSecurityPolicy,
  type InlineContentHashes,
  type ContentSecurityPolicyHosts,
} from './content-security-policy.ts'
import { DEFAULT_OPENER_POLICY, type OpenerPolicy } from './opener-policies.ts'

/** Our pages use none of these features; an injected script must not either. */
const refusedFeatures = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
]

export interface WebsiteResponseHeadersProps extends ContentSecurityPolicyHosts, InlineContentHashes {
  /** @default 'same-origin' */
  readonly openerPolicy?: OpenerPolicy
}

export class WebsiteResponseHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, props: WebsiteResponseHeadersProps) {
    super(scope, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: formatContentSecurityPolicy(props, props), override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          {
            header: 'permissions-policy',
            value: refusedFeatures.map((feature) => `${feature}=()`).join(', '),
            override: true,
          },
          { header: 'cross-origin-resource-policy', value: 'same-origin', override: true },
          { header: 'cross-origin-opener-policy', value: props.openerPolicy ?? DEFAULT_OPENER_POLICY, override: true },
        ],
      },
    })
  }
}
