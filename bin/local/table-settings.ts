import type { IsOn } from './protections.ts'

interface Described {
  readonly Table?: Readonly<Record<string, unknown>>
}

/** What the table's server does not know of itself, as DynamoDB says it of the table that lib/ deploys. */
export function withSettings(described: Described, isOn: IsOn): Described {
  if (!described.Table) return described
  return {
    Table: {
      ...described.Table,
      DeletionProtectionEnabled: isOn('table-deletion'),
      // Without a key of the customer's own DynamoDB says nothing.
      ...(isOn('table-key') && {
        SSEDescription: {
          Status: 'ENABLED',
          SSEType: 'KMS',
          KMSMasterKeyArn: 'arn:aws:kms:eu-west-1:000000000000:key/table',
        },
      }),
    },
  }
}

/** DescribeContinuousBackups. */
export const continuousBackups = (isOn: IsOn, now: Date) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: isOn('table-recovery')
      ? {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: 35,
          EarliestRestorableDateTime: Math.floor(now.getTime() / 1000) - 35 * 86_400,
          // Five minutes behind at the most, says AWS.
          LatestRestorableDateTime: Math.floor(now.getTime() / 1000) - 300,
        }
      : { PointInTimeRecoveryStatus: 'DISABLED' },
  },
})
