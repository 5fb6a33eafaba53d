import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { AttributeType, Billing, StreamViewType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
import { Effect, Grant, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { serviceNames } from '#data/key-prefixes'
import { indexes, TTL_ATTRIBUTE } from '#data/table'

const AUDIT_KEYS = ['$audit#*']
/** The ledger of consents to the use of health data. */
const CONSENT_KEYS = ['$consent#*']
/** An index that is one list of everything of a kind has the bare name for its key. */
const PRACTICE_KEYS = serviceNames
  .filter((service) => service !== 'audit' && service !== 'consent')
  .flatMap((service) => [`$${service}`, `$${service}#*`])

interface Items {
  /** May remove what a person has consented to, as whoever erases them has to. @default false */
  readonly erasesConsents?: boolean
}

const key = (name: string) => ({ name, type: AttributeType.STRING })
const leading = (keys: readonly string[]) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } })

/** The single table. Its shape is declared beside the entities in functions/data; its permissions are declared here. */
export class DataTable extends Construct {
  readonly table: TableV2
  private readonly key: Key

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.RETAIN })
    this.table = new TableV2(this, 'Table', {
      partitionKey: key('pk'),
      sortKey: key('sk'),
      globalSecondaryIndexes: Object.values(indexes).map((indexName) => ({
        indexName,
        partitionKey: key(`${indexName}pk`),
        sortKey: key(`${indexName}sk`),
      })),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.customerManagedKey(this.key),
      timeToLiveAttribute: TTL_ATTRIBUTE,
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true, recoveryPeriodInDays: 35 },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
  }

  /**
   * Reads and writes items, but not the audit log's: no scan, no stream, no delete of the table. Whatever else is
   * granted later, history and the ledger of consents cannot be changed or removed; the ledger can be appended to.
   */
  grantItems(grantee: IGrantable, { erasesConsents = false }: Items = {}): Grant {
    this.grantKey(grantee)
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
        resources: [this.table.tableArn],
        conditions: {
          'ForAnyValue:StringLike': {
            'dynamodb:LeadingKeys': [...AUDIT_KEYS, ...(erasesConsents ? [] : CONSENT_KEYS)],
          },
        },
      }),
    )
    return Grant.addToPrincipal({
      grantee,
      actions: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
        'dynamodb:ConditionCheckItem',
      ],
      resourceArns: [
        this.table.tableArn,
        ...Object.values(indexes).map((index) => `${this.table.tableArn}/index/${index}`),
      ],
      conditions: leading([...PRACTICE_KEYS, ...CONSENT_KEYS]),
    })
  }

  /** Reads one item at a time by its key, of the practice alone. */
  grantGetItems(grantee: IGrantable): Grant {
    this.grantKey(grantee)
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:GetItem'],
      resourceArns: [this.table.tableArn],
      conditions: leading(PRACTICE_KEYS),
    })
  }

  /** Changes one item of the practice at a time, by its key. */
  grantPatchItems(grantee: IGrantable): Grant {
    this.grantKey(grantee)
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:UpdateItem'],
      resourceArns: [this.table.tableArn],
      conditions: leading(PRACTICE_KEYS),
    })
  }

  /** Puts entries under the audit prefix. Not update, not delete, not read: writing history is not owning it. */
  grantAppendAudit(grantee: IGrantable): Grant {
    this.grantKey(grantee)
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:PutItem'],
      resourceArns: [this.table.tableArn],
      conditions: leading(AUDIT_KEYS),
    })
  }

  /** Reads entries of the audit log, by month and by whom they are about. */
  grantReadAudit(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:Query'],
      resourceArns: [this.table.tableArn, `${this.table.tableArn}/index/${indexes.byOwner}`],
      conditions: leading(AUDIT_KEYS),
    })
  }

  /** Reads how the table itself is set, and no item of it. */
  grantDescribe(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:DescribeTable', 'dynamodb:DescribeContinuousBackups'],
      resourceArns: [this.table.tableArn],
    })
  }

  /** Follows the changes of the table. */
  grantReadStream(grantee: IGrantable): Grant {
    this.grantKey(grantee)
    // DynamoDB knows no narrower resource for ListStreams, and Lambda asks for it before it reads a stream.
    Grant.addToPrincipal({ grantee, actions: ['dynamodb:ListStreams'], resourceArns: ['*'] })
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resourceArns: [this.streamArn],
    })
  }

  get streamArn(): string {
    const { tableStreamArn } = this.table
    if (!tableStreamArn) throw new Error('the table has no stream')
    return tableStreamArn
  }

  // DynamoDB encrypts with the caller's permission; the key is of no use to the caller by itself.
  private grantKey(grantee: IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: [
          'kms:Decrypt',
          'kms:DescribeKey',
          'kms:Encrypt',
          'kms:GenerateDataKey',
          'kms:GenerateDataKeyWithoutPlaintext',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
        ],
        resources: [this.key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(this).region}.amazonaws.com` } },
      }),
    )
  }
}
