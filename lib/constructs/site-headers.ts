import { Duration } from 'aws-cdk-lib'
import { HeadersFrameOption, HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront'
import type { Construct } from 'constructs'

/** The hosts, besides its own, that a page of the product talks to. */
export interface SiteHosts {
  readonly region: string
  readonly oauthHost: string
  readonly filesHost: string
}

/** What a page may load and whom it may talk to: us, sign-in, the files, and the payment page as a destination. */
function contentSecurityPolicy({ region, oauthHost, filesHost }: SiteHosts): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    // The code that an authenticator app scans is drawn in the page as a data: image.
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      `https://cognito-idp.${region}.amazonaws.com`,
      `https://${oauthHost}`,
      `https://${filesHost}`,
    ],
    'form-action': ["'self'", `https://${filesHost}`, 'https://checkout.stripe.com'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'upgrade-insecure-requests': [],
  }
  return Object.entries(directives)
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

/** No page of ours uses any of these; a script that got in should not either. */
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

/** The headers of every page. */
export class SiteHeaders extends ResponseHeadersPolicy {
  constructor(scope: Construct, id: string, hosts: SiteHosts) {
    super(scope, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(hosts), override: true },
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
        ],
      },
    })
  }
}
