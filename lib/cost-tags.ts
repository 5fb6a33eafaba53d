import { Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { PRODUCT_SLUG } from '#contract/product'

/** What the bill is divided by, once the tags are activated there (docs/deploy.md). */
export function addCostTags(stack: Construct, stageName: string): void {
  Tags.of(stack).add('application', PRODUCT_SLUG)
  Tags.of(stack).add('stage', stageName)
}
