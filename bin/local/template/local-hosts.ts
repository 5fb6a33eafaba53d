import { resolveTemplateValue, type TemplateStack } from '../iam/template-values.ts'
import type { LocalAddresses } from '../addresses.ts'
import { listStackResources } from './resources.ts'

interface LocalHostsOptions {
  readonly stack: TemplateStack
  readonly addresses: LocalAddresses
  /** Known once Stripe's stand-in listens. */
  readonly stripeApi: () => string
}

/** Maps the template's hosts to this machine, like a hosts file with ports and paths. */
export interface LocalHosts {
  /** In a URL, as in an environment variable. */
  readonly localise: (text: string) => string
  /** In a list of origins, as in a content security policy. */
  readonly localiseOrigins: (text: string) => string
}

const at = (address: string) => () => address

/** By public host. */
function listHosts({ stack, addresses, stripeApi }: LocalHostsOptions): readonly (readonly [string, () => string])[] {
  const distributions = listStackResources<{ readonly DistributionConfig: { readonly Aliases?: readonly string[] } }>(
    stack,
    'AWS::CloudFront::Distribution',
    ['DistributionConfig'],
  )
  return [
    ...distributions.flatMap(({ logicalId, properties: { DistributionConfig }, stack: own }) =>
      [
        resolveTemplateValue({ 'Fn::GetAtt': [logicalId, 'DomainName'] }, own),
        ...(DistributionConfig.Aliases ?? []),
      ].map((host) => [String(host), at(addresses.site)] as const),
    ),
    ...listStackResources<{ readonly Domain: string }>(stack, 'AWS::Cognito::UserPoolDomain', ['Domain']).map(
      ({ properties: { Domain } }) =>
        [`${Domain}.auth.${stack.region}.amazoncognito.com`, at(addresses.cognito)] as const,
    ),
    [`cognito-idp.${stack.region}.amazonaws.com`, at(addresses.cognito)],
    ...listStackResources(stack, 'AWS::S3::Bucket', []).map(
      ({ ref }) => [`${ref}.s3.${stack.region}.amazonaws.com`, at(`${addresses.sdk('s3')}/${ref}`)] as const,
    ),
    [`sqs.${stack.region}.amazonaws.com`, at(addresses.sdk('sqs'))],
    ['api.stripe.com', stripeApi],
    ['checkout.stripe.com', at(addresses.site)],
  ]
}

export function createLocalHosts(options: LocalHostsOptions): LocalHosts {
  const hosts = listHosts(options)
  const replace = (text: string, toLocal: (address: string) => string): string => {
    let localised = text
    for (const [host, address] of hosts) {
      if (!localised.includes(host)) continue
      const local = toLocal(address())
      localised = localised.replaceAll(`https://${host}`, local).replaceAll(host, local.replace('http://', ''))
    }
    return localised
  }
  return {
    localise: (text) => replace(text, (address) => address),
    localiseOrigins: (text) => replace(text, (address) => new URL(address).origin),
  }
}
