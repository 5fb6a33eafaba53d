import { Annotations, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs'
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct, type IDependable } from 'constructs'
import { BROTLI_FOLDER } from '../built-site.ts'
import { suppressCdkNagFindings, formatWildcardFinding } from '../suppress-cdk-nag-findings.ts'
import type { Website } from './website.ts'

interface SiteConfig {
  readonly region: string
  readonly userPoolId: string
  readonly userPoolClientId: string
  readonly oauthDomain: string
}

export interface WebsiteDeploymentProps {
  readonly website: Website
  /**
   * Output of `bin/build-site.ts`.
   * @default - a placeholder page
   */
  readonly siteFolder?: string | undefined
  readonly config: SiteConfig
  readonly logRetention: RetentionDays
}

export class WebsiteDeployment extends Construct {
  /** Copied after each change of `config` too. */
  readonly pages: IDependable

  constructor(
    scope: Construct,
    id: string,
    { website, siteFolder: folder, config, logRetention }: WebsiteDeploymentProps,
  ) {
    super(scope, id)
    const common = {
      destinationBucket: website.bucket,
      logGroup: new LogGroup(this, 'Log', {
        retention: logRetention,
        removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      }),
      memoryLimit: 512,
    }
    // Deployed first: pages must not arrive before the files that they load.
    const hashed = folder
      ? [
          new BucketDeployment(this, 'Assets', { ...common, ...hashedFiles(folder, 'assets/*') }),
          new BucketDeployment(this, 'BrotliCopies', {
            ...common,
            ...hashedFiles(folder, `${BROTLI_FOLDER}/assets/*`),
            contentEncoding: 'br',
          }),
        ]
      : []
    const pages = new BucketDeployment(this, 'Pages', {
      ...common,
      sources: [folder ? Source.asset(folder) : this.notBuilt(), Source.jsonData('config.json', config)],
      exclude: ['assets/*', `${BROTLI_FOLDER}/*`],
      cacheControl: [CacheControl.noCache()],
      distribution: website.distribution,
      distributionPaths: ['/*'],
      // CloudFront may take longer than the copying function's timeout, which would roll the deployment back
      // (aws-cdk#15891). No wait is needed: browsers revalidate pages, and other files have a hash in their name.
      waitForDistributionInvalidation: false,
    })
    pages.node.addDependency(...hashed)
    // Before that, the new routing would map unchanged files to copies that do not exist yet.
    website.pageRouting.node.addDependency(...hashed)
    this.pages = pages
    acceptFindings(pages, website)
  }

  private notBuilt(): ISource {
    Annotations.of(this).addInfo(
      'The website is not built: `npm run deploy` builds it; this template holds a placeholder.',
    )
    return Source.data('index.html', '<!doctype html><title>Hábitat Interior</title>')
  }
}

/**
 * Files under assets/, and their copies, have a hash in their name and never change. They are deployed before the pages
 * that need them and never removed, because an open tab still requests those of earlier builds.
 */
const hashedFiles = (folder: string, include: string) => ({
  sources: [Source.asset(folder)],
  exclude: ['*'],
  include: [include],
  prune: false,
  cacheControl: [CacheControl.setPublic(), CacheControl.maxAge(Duration.days(365)), CacheControl.immutable()],
})

/** The CDK's own copy function: its runtime and permissions are not ours. */
function acceptFindings(deployment: BucketDeployment, { bucket }: Website): void {
  const copier = deployment.handlerRole.node.scope
  if (!copier) return
  const assets = `arn:aws:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-${Stack.of(deployment).region}/*`
  const copies = "The CDK's copying function reads the CDK's own assets and writes this one bucket."
  suppressCdkNagFindings(copier, {
    L1: "The CDK's copying function: its runtime comes with the version of the CDK.",
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
      "The CDK's copying function: AWS' policy for writing its own log.",
    'IAM5[Resource::*]': 'CloudFront invalidations of the one distribution; the CDK names no resource for them.',
    [`IAM5[Resource::${assets}]`]: copies,
    [formatWildcardFinding(bucket, '/*')]: copies,
    ...Object.fromEntries(
      ['GetBucket*', 'GetObject*', 'List*', 'Abort*', 'DeleteObject*'].map((action) => [
        `IAM5[Action::s3:${action}]`,
        copies,
      ]),
    ),
  })
}
