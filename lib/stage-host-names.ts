import { Aws, Fn } from 'aws-cdk-lib'
import { PRODUCT_SLUG } from '#contract/product'

export interface StageHostNames {
  readonly filesBucket: string
  readonly filesHost: string
  readonly oauthPrefix: string
  readonly oauthHost: string
}

/**
 * Names chosen by us instead of CloudFormation: the distribution's content security policy names the files bucket and
 * the sign-in domain, and both name the distribution, which would be a cycle. The account number makes them globally
 * unique. The bucket is retained when its stack is deleted, so its name also contains the beginning of the stack's id:
 * a new stack needs another name.
 */
export function computeStageHostNames(stageName: string, region: string): StageHostNames {
  const stackUuid = Fn.select(2, Fn.split('/', Aws.STACK_ID))
  const filesBucket = `${PRODUCT_SLUG}-${stageName}-files-${Aws.ACCOUNT_ID}-${Fn.select(0, Fn.split('-', stackUuid))}`
  const oauthPrefix = `${PRODUCT_SLUG}-${stageName}-${Aws.ACCOUNT_ID}`
  return {
    filesBucket,
    filesHost: `${filesBucket}.s3.${region}.amazonaws.com`,
    oauthPrefix,
    oauthHost: `${oauthPrefix}.auth.${region}.amazoncognito.com`,
  }
}
