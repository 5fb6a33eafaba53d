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
import { parseRate } from './parse-rate.ts'
import type { BucketLock } from './s3/object-lock.ts'
import type { DeployedStack } from './template/cloudformation.ts'

export interface DeployedPool {
  readonly id: string
  readonly clientId: string
  readonly groups: readonly string[]
  /** @default - the practice's own, with SES */
  readonly mailAccount?: PoolMailAccount
  readonly callbackUrls: readonly string[]
  readonly logoutUrls: readonly string[]
  readonly google: { readonly clientId: string; readonly clientSecret: string }
  readonly triggers: Readonly<Partial<Record<keyof CognitoTriggerHandlers, string>>>
  /**
   * @throws if Cognito lacks the permission to invoke the function
   * @default - always allowed
   */
  readonly requireInvoke?: (handler: string) => void
  /**
   * Web ACL in front of it.
   * @default - none
   */
  readonly webAcl?: LocalWebAcl
}

export interface DeployedApi {
  readonly routes: readonly ApiRoute[]
  readonly audience: readonly string[]
  readonly issuer: string
  readonly originHeaders: Readonly<Record<string, string>>
  readonly accessLog?: { readonly group: string; readonly format: (call: AnsweredCall) => string }
}

export interface DeployedSchedule {
  readonly handler: string
  /** Interval between two runs. */
  readonly everyMs: number
  /**
   * @throws if the schedule lacks the permission to invoke the function
   * @default - always allowed
   */
  readonly requireInvoke?: () => void
  /** The run that the local console's switch 'nightly-run' stops. */
  readonly isNightlyRun: boolean
  /** Runs before the product is ready. */
  readonly isFirstCheck: boolean
}

export interface DeployedMailEvents {
  /** Events are published for mails sent with it. */
  readonly configurationSet: string
  /**
   * Functions that receive this event.
   * @throws AccessDeniedError if EventBridge lacks the permission to invoke one
   */
  readonly listHandlers: (event: SesEvent) => readonly string[]
}

export interface DeployedMalwareScan {
  readonly bucket: string
  readonly planArn: string
  /**
   * Functions that receive this event.
   * @throws AccessDeniedError if EventBridge lacks the permission to invoke one
   */
  readonly listHandlers: (event: ScanEvent) => readonly string[]
}

export interface DeployedQueue {
  readonly url: string
  readonly arn: string
  readonly deadLetterArn?: string
}

/** Functions are named as in the function loader. */
export interface LocalDeployment {
  readonly table: TableDescription
  /**
   * Attribute with the expiry of items, in seconds since 1970.
   * @default - items do not expire
   */
  readonly expiryAttribute?: string | undefined
  /**
   * ARNs of a restored table's streams that functions read; the table must exist.
   * @default - the stack's own table
   */
  readonly restoredStreams?: readonly string[]
  readonly pool: DeployedPool
  readonly buckets: readonly string[]
  readonly bucketLocks: ReadonlyMap<string, BucketLock>
  readonly bucketOrigins: readonly string[]
  readonly queues: readonly DeployedQueue[]
  readonly mailEvents: DeployedMailEvents
  readonly malwareScan: DeployedMalwareScan
  readonly secrets: Readonly<Record<string, string>>
  /**
   * Encrypts TOTP secrets. `keyId`: set where functions know the key by its ARN.
   * @default keyId - random
   */
  readonly mfaKey: { readonly alias: string; readonly keyId?: string }
  readonly api: DeployedApi
  /**
   * Environment of this process, which writes the demo data, if different from the local product's.
   * @default {}
   */
  readonly variables?: Readonly<Record<string, string>>
  readonly schedules: readonly DeployedSchedule[]
  readonly stack?: DeployedStack
  /**
   * Authorises calls to the stand-ins by the template's policies.
   * @default - this machine's key may do everything
   */
  readonly authorizeCall?: AuthorizeCall
}

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
  schedules: Object.entries(lambdaSchedules).map(([name, rate]) => ({
    handler: `${name}.handler`,
    everyMs: parseRate(rate),
    isNightlyRun: name === 'customers/recount',
    isFirstCheck: name === 'diagnostics/check-invariants',
  })),
})
