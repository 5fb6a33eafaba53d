import { RemovalPolicy } from 'aws-cdk-lib'
import { AccountRootPrincipal, Grant, type IGrantable, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { PRODUCT_SLUG } from '#contract/product'

/**
 * Permissions of the account itself: administer the key, but neither use it nor delegate its use (`CreateGrant`).
 * No role policy, however wide, can decrypt a second factor without a change of the key's policy.
 */
export const KEY_ADMINISTRATION_ACTIONS = [
  'kms:CancelKeyDeletion',
  'kms:CreateAlias',
  'kms:DeleteAlias',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListGrants',
  'kms:ListKeyPolicies',
  'kms:ListKeyRotations',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:RevokeGrant',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateAlias',
  'kms:UpdateKeyDescription',
]

export class MfaEncryptionKey extends Key {
  constructor(scope: Construct, id: string, stageName: string) {
    super(scope, id, {
      alias: `${PRODUCT_SLUG}-${stageName}-mfa`,
      description: 'Seals the secrets of authenticator apps',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      policy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            principals: [new AccountRootPrincipal()],
            actions: KEY_ADMINISTRATION_ACTIONS,
            resources: ['*'],
          }),
        ],
      }),
    })
  }

  /** Encrypts and decrypts, each call bound to one account by the encryption context. */
  grantSeal(grantee: IGrantable): Grant {
    return Grant.addToPrincipalAndResource({
      grantee,
      actions: ['kms:Encrypt', 'kms:Decrypt'],
      resource: this,
      resourceArns: [this.keyArn],
      resourceSelfArns: ['*'],
      // `ForAllValues` is true for a call without an encryption context; `Null` demands one.
      conditions: {
        Null: { 'kms:EncryptionContextKeys': 'false' },
        'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['userId'] },
      },
    })
  }
}
