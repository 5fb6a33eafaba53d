import { lambdaSchedules, userPoolTriggers } from '../../functions/platform/lambdas.ts'
import {
  LOCAL_ARCHIVE_BUCKET,
  LOCAL_RECOVERY_BUCKET,
  LOCAL_AUDIT_BUCKET,
  LOCAL_FILES_BUCKET,
  LOCAL_GOOGLE_CLIENT,
  LOCAL_MAIL_CONFIGURATION_SET,
  LOCAL_MFA_KEY_ALIAS,
  LOCAL_ORIGIN_SECRET,
  LOCAL_QUEUES,
  LOCAL_REGION,
  LOCAL_SECRET_NAMES,
  LOCAL_STRIPE_KEYS,
  LOCAL_USER_POOL_CLIENT_ID,
  LOCAL_USER_POOL_ID,
  type LocalAddresses,
  getLocalQueueArn,
  getLocalQueueUrl,
} from './addresses.ts'
import { type ApiRoute, listContractRoutes } from './api-route.ts'
import type { AuthorizeCall } from './authorization/authorize-call.ts'
import type { PoolMailAccount } from './cognito/codes.ts'
import type { CognitoTriggerHandlers } from './cognito/triggers.ts'
import type { AnsweredCall } from './gateway.ts'
import type { ScanEvent } from './malware-scan.ts'
import type { SesEvent } from './ses/feedback.ts'
import type { LocalWebAcl } from './web-acl/local-web-acl.ts'
import { describeTable, type TableDescription } from './dynamo.ts'
import type { BucketLock } from './s3/object-lock.ts'
import type { DeployedStack } from './template/cloudformation.ts'

export interface DeployedPool {
  readonly id: string
  readonly clientId: string
  readonly groups: readonly string[]
  /** @default - our own, with SES */
  readonly mailAccount?: PoolMailAccount
  readonly callbackUrls: readonly string[]
  readonly logoutUrls: readonly string[]
  readonly google: { readonly clientId: string; readonly clientSecret: string }
  /** Functions by trigger. */
  readonly triggers: Readonly<Partial<Record<keyof CognitoTriggerHandlers, string>>>
  /**
   * Throws when Cognito may not call the function.
   * @default - it may
   */
  readonly requireInvoke?: (handler: string) => void
  /**
   * What stands before it.
   * @default - nothing
   */
  readonly webAcl?: LocalWebAcl
}

export interface DeployedApi {
  readonly routes: readonly ApiRoute[]
  readonly audience: readonly string[]
  readonly issuer: string
  /** Headers that CloudFront adds to each request. */
  readonly originHeaders: Readonly<Record<string, string>>
  /** The log group with a line for each answer, where there is one. */
  readonly accessLog?: { readonly group: string; readonly format: (call: AnsweredCall) => string }
}

export interface DeployedSchedule {
  /** The function that it calls. */
  readonly handler: string
  /**
   * Time between two runs.
   * @default - every minute, whatever the product says
   */
  readonly everyMs?: number
  /**
   * Throws when the schedule may not call the function.
   * @default - it may
   */
  readonly requireInvoke?: () => void
  /** The run that the switch 'nightly-run' of the local console stops. */
  readonly isNightlyRun: boolean
  /** Runs before the product is ready. */
  readonly isFirstCheck: boolean
}

export interface DeployedMailEvents {
  /** Events are published of mails that name it. */
  readonly configurationSet: string
  /**
   * The functions that are handed this event.
   * @throws AccessDeniedError when EventBridge may not call one
   */
  readonly listHandlers: (event: SesEvent) => readonly string[]
}

export interface DeployedMalwareScan {
  readonly bucket: string
  readonly planArn: string
  /**
   * The functions that are handed this event.
   * @throws AccessDeniedError when EventBridge may not call one
   */
  readonly listHandlers: (event: ScanEvent) => readonly string[]
}

export interface DeployedQueue {
  readonly url: string
  readonly arn: string
  /** Where messages go that were given up. */
  readonly deadLetterArn?: string
}

/** What stands on this machine in the place of the cloud's resources. Functions go by the names that their loader knows. */
export interface LocalDeployment {
  readonly table: TableDescription
  /**
   * Of items that the table deletes by itself: seconds since 1970.
   * @default - it deletes none
   */
  readonly expiryAttribute?: string | undefined
  /**
   * Of a table that was restored, and must be there already: ARNs of the streams that functions read.
   * @default - the stack's own table
   */
  readonly restoredStreams?: readonly string[]
  readonly pool: DeployedPool
  readonly buckets: readonly string[]
  /** Default retention of Object Lock, by bucket. */
  readonly bucketLocks: ReadonlyMap<string, BucketLock>
  /** Origins of the browsers that may ask the buckets. */
  readonly bucketOrigins: readonly string[]
  readonly queues: readonly DeployedQueue[]
  readonly mailEvents: DeployedMailEvents
  readonly malwareScan: DeployedMalwareScan
  /** Values by name. */
  readonly secrets: Readonly<Record<string, string>>
  /**
   * Seals second factors. `keyId`: where functions know the key by its ARN.
   * @default keyId - one that is drawn
   */
  readonly mfaKey: { readonly alias: string; readonly keyId?: string }
  readonly api: DeployedApi
  /**
   * Variables for what this process writes itself (the demo data), where they are not the local product's own.
   * @default {}
   */
  readonly variables?: Readonly<Record<string, string>>
  readonly schedules: readonly DeployedSchedule[]
  /** What CloudFormation tells of the stack, where there is one. */
  readonly stack?: DeployedStack
  /**
   * Judges calls to the stand-ins by the policies of the template.
   * @default - whoever signs with this machine's key may do everything
   */
  readonly authorizeCall?: AuthorizeCall
}

/** What the sources say: the contract and the lists of functions/platform/lambdas.ts. */
export const describeSources = ({ site, cognito, sdk }: LocalAddresses, table: string): LocalDeployment => ({
  table: describeTable(table),
  pool: {
    id: LOCAL_USER_POOL_ID,
    clientId: LOCAL_USER_POOL_CLIENT_ID,
    groups: ['administrador', 'cliente'],
    callbackUrls: ['/auth?oauth=google', '/oauth-callback', '/auth', '/register?oauth=google'].map(
      (path) => site + path,
    ),
    logoutUrls: [`${site}/`],
    google: LOCAL_GOOGLE_CLIENT,
    triggers: Object.fromEntries(Object.entries(userPoolTriggers).map(([name, lambda]) => [name, `${lambda}.handler`])),
  },
  buckets: [LOCAL_FILES_BUCKET, LOCAL_ARCHIVE_BUCKET, LOCAL_RECOVERY_BUCKET, LOCAL_AUDIT_BUCKET],
  bucketLocks: new Map([[LOCAL_AUDIT_BUCKET, { mode: 'GOVERNANCE', days: 365 }]]),
  bucketOrigins: [site],
  queues: Object.values(LOCAL_QUEUES).map((name) => ({
    url: getLocalQueueUrl(sdk, name),
    arn: getLocalQueueArn(name),
  })),
  mailEvents: {
    configurationSet: LOCAL_MAIL_CONFIGURATION_SET,
    listHandlers: () => ['mail/record-feedback.handler'],
  },
  malwareScan: {
    bucket: LOCAL_FILES_BUCKET,
    planArn: `arn:aws:guardduty:${LOCAL_REGION}:000000000000:malware-protection-plan/local`,
    listHandlers: () => ['files/receive-scan-result.handler'],
  },
  secrets: {
    [LOCAL_SECRET_NAMES.stripe]: JSON.stringify(LOCAL_STRIPE_KEYS),
    [LOCAL_SECRET_NAMES.origin]: LOCAL_ORIGIN_SECRET,
  },
  mfaKey: { alias: LOCAL_MFA_KEY_ALIAS },
  api: {
    routes: listContractRoutes(),
    audience: [LOCAL_USER_POOL_CLIENT_ID],
    issuer: `${cognito}/${LOCAL_USER_POOL_ID}`,
    originHeaders: { 'x-origin-secret': LOCAL_ORIGIN_SECRET },
  },
  schedules: Object.keys(lambdaSchedules).map((name) => ({
    handler: `${name}.handler`,
    isNightlyRun: name === 'customers/recount',
    isFirstCheck: name === 'diagnostics/check-invariants',
  })),
})
