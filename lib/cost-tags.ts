import { Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { PRODUCT_SLUG } from '#contract/product'

/** Cost allocation tags; they have to be activated in the billing console (docs/deploy.md). */
export function addCostTags(stack: Construct, stageName: string): void {
  Tags.of(stack).add('application', PRODUCT_SLUG)
  Tags.of(stack).add('stage', stageName)
}
