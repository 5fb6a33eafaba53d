import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AttributeType,
  Billing,
  type ITableV2,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb'
import { Effect, Grant, type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Construct } from 'constructs'
import { type EntityKind, entityServiceNames, type EntityServiceName, getEntityKindService } from '#data/key-prefixes'
import { tableIndexes, TTL_ATTRIBUTE } from '#data/table'
import { getEntityKindsForOperation, type TableAccess } from '#data/table-access'
import type { DeploymentStage } from '../stages.ts'

const keysOf = (services: readonly EntityServiceName[]): readonly string[] =>
  services.flatMap((service) => [`$${service}`, `$${service}#*`])

const servicesOf = (kinds: readonly EntityKind[]): readonly EntityServiceName[] =>
  entityServiceNames.filter((service) => kinds.some((kind) => getEntityKindService(kind) === service))

const WRITTEN_ONCE: readonly EntityServiceName[] = ['audit', 'consent']

const key = (name: string) => ({ name, type: AttributeType.STRING })
/** `ForAllValues` alone is true for a request without keys. */
const leading = (services: readonly EntityServiceName[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keysOf(services) },
  Null: { 'dynamodb:LeadingKeys': 'false' },
})

export class DataTable extends Construct {
  readonly table: ITableV2
  private readonly key: Key

  constructor(scope: Construct, id: string, { restoredTable }: Pick<DeploymentStage, 'restoredTable'> = {}) {
    super(scope, id)
    this.key = new Key(this, 'Key', {
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    })
    this.table = restoredTable ? this.findRestored(restoredTable) : this.create()
  }

  private create(): ITableV2 {
    // With `exactOptionalPropertyTypes` the CDK's classes do not fit its own interfaces.
    return new TableV2(this, 'Table', {
      partitionKey: key('pk'),
      sortKey: key('sk'),
      globalSecondaryIndexes: Object.values(tableIndexes).map((indexName) => ({
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
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    }) as ITableV2
  }

  /**
   * Encrypted with the same key: a restoration keeps it. `npm run restore` sets the properties that AWS does not
   * restore.
   */
  private findRestored({ name, streamLabel }: NonNullable<DeploymentStage['restoredTable']>): ITableV2 {
    const arn = Stack.of(this).formatArn({ service: 'dynamodb', resource: 'table', resourceName: name })
    return TableV2.fromTableAttributes(this, 'Restored', {
      tableArn: arn,
      tableStreamArn: `${arn}/stream/${streamLabel}`,
      encryptionKey: this.key,
    })
  }

  /**
   * Allows what the function declares, limited to the key prefixes of its entities: no scan, no stream, no table
   * deletion. Explicit denials win over later grants: audit history cannot be changed or removed, consents only by a
   * function that declares it.
   */
  grantAccess(grantee: IGrantable, access: TableAccess): void {
    const [reads, puts, updates, deletes] = (['read', 'put', 'update', 'delete'] as const).map((operation) =>
      servicesOf(getEntityKindsForOperation(access, operation)),
    ) as [
      readonly EntityServiceName[],
      readonly EntityServiceName[],
      readonly EntityServiceName[],
      readonly EntityServiceName[],
    ]
    this.grantKey(grantee)
    this.denyRewriting(grantee, deletes)
    this.grantRead(
      grantee,
      reads.filter((service) => service !== 'audit'),
    )
    if (reads.includes('audit')) this.grantReadAudit(grantee)
    this.grantOnItems(grantee, 'dynamodb:PutItem', puts)
    this.grantOnItems(grantee, 'dynamodb:UpdateItem', updates)
    this.grantOnItems(grantee, 'dynamodb:DeleteItem', deletes)
  }

  private denyRewriting(grantee: IGrantable, deletes: readonly EntityServiceName[]): void {
    const untouched = WRITTEN_ONCE.filter((service) => service === 'audit' || !deletes.includes(service))
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
        resources: [this.table.tableArn],
        conditions: { 'ForAnyValue:StringLike': { 'dynamodb:LeadingKeys': keysOf(untouched) } },
      }),
    )
  }

  private grantRead(grantee: IGrantable, services: readonly EntityServiceName[]): void {
    if (services.length === 0) return
    Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query', 'dynamodb:ConditionCheckItem'],
      resourceArns: [
        this.table.tableArn,
        ...Object.values(tableIndexes).map((index) => `${this.table.tableArn}/index/${index}`),
      ],
      conditions: leading(services),
    })
  }

  private grantReadAudit(grantee: IGrantable): void {
    Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:Query'],
      resourceArns: [
        this.table.tableArn,
        ...Object.values(tableIndexes).map((index) => `${this.table.tableArn}/index/${index}`),
      ],
      conditions: leading(['audit']),
    })
  }

  // One statement for all services of a function: it is not documented whether IAM evaluates the keys of a
  // transaction's writes one by one or together.
  private grantOnItems(grantee: IGrantable, action: string, services: readonly EntityServiceName[]): void {
    if (services.length === 0) return
    Grant.addToPrincipal({
      grantee,
      actions: [action],
      resourceArns: [this.table.tableArn],
      conditions: leading(services),
    })
  }

  grantDescribe(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:DescribeTable', 'dynamodb:DescribeContinuousBackups'],
      resourceArns: [this.table.tableArn],
    })
  }

  grantReadStream(grantee: IGrantable): Grant {
    this.grantKey(grantee)
    // ListStreams has no narrower resource, and Lambda calls it before it reads a stream.
    Grant.addToPrincipal({ grantee, actions: ['dynamodb:ListStreams'], resourceArns: ['*'] })
    return Grant.addToPrincipal({
      grantee,
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resourceArns: [this.streamArn],
    })
  }

  get keyArn(): string {
    return this.key.keyArn
  }

  get streamArn(): string {
    const { tableStreamArn } = this.table
    if (!tableStreamArn) throw new Error('the table has no stream')
    return tableStreamArn
  }

  // DynamoDB encrypts with the caller's permission. `kms:ViaService` makes the key useless for direct calls.
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
