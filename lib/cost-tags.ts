import { Tags } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { PRODUCT_SLUG } from '#contract/product'

/** What a resource of the stage bears, also where the stack has let go of it. */
export const toCostTags = (stageName: string): Readonly<Record<string, string>> => ({
  application: PRODUCT_SLUG,
  stage: stageName,
})

/** Cost allocation tags; they have to be activated in the billing console (docs/deploy.md). */
export function addCostTags(stack: Construct, stageName: string): void {
  for (const [name, value] of Object.entries(toCostTags(stageName))) Tags.of(stack).add(name, value)
}
