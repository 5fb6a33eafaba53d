export const METRIC_NAMESPACE = 'HabitatInterior'

export interface MetricDefinition {
  readonly unit: 'Count' | 'Seconds'
  readonly meaning: string
  readonly statistic: 'Sum' | 'Maximum'
  readonly apiStatus?: string
  readonly dimension?: 'schedule'
}

/** Dashboard and alarms are made from it, and a test produces each. */
export const metricList = {
  Paid: { unit: 'Count', statistic: 'Sum', meaning: 'orders that were paid' },
  RefundFailed: { unit: 'Count', statistic: 'Sum', meaning: 'refunds that a bank, or Stripe, did not make' },
  ReceiptSent: { unit: 'Count', statistic: 'Sum', meaning: 'receipts that SES took' },
  MailFailed: { unit: 'Count', statistic: 'Sum', meaning: 'mails that were given up for what they hold' },
  MailExpired: { unit: 'Count', statistic: 'Sum', meaning: 'mails that came too late to be useful and were not sent' },
  OldestQueuedMail: { unit: 'Seconds', statistic: 'Maximum', meaning: 'age of the oldest mail that waits' },
  UploadRefused: { unit: 'Count', statistic: 'Sum', meaning: 'uploaded files that were rejected, for whatever reason' },
  ThreatFound: { unit: 'Count', statistic: 'Sum', meaning: 'uploaded files with malware' },
  ScheduleRan: {
    unit: 'Count',
    statistic: 'Sum',
    meaning: 'runs of a scheduled function that ended well',
    dimension: 'schedule',
  },
  ErasureDue: { unit: 'Count', statistic: 'Maximum', meaning: 'people whose erasure is due when a run begins' },
  ErasureDone: { unit: 'Count', statistic: 'Sum', meaning: 'people who were erased' },
  SignatureInvalid: {
    unit: 'Count',
    statistic: 'Sum',
    meaning: 'events for the webhook, signed as by Stripe, with another secret',
  },
  AuditChainBroken: {
    unit: 'Count',
    statistic: 'Maximum',
    meaning: 'entries of the audit log, and parts of its copy, newly found to be changed, removed or invented',
  },
  SignInFailed: { unit: 'Count', statistic: 'Sum', meaning: 'sign-ins with a password that failed' },
  ApiCall: { unit: 'Count', statistic: 'Sum', meaning: 'calls of the API', apiStatus: '*' },
  ServerError: { unit: 'Count', statistic: 'Sum', meaning: 'calls of the API that ended in a fault', apiStatus: '5*' },
  Throttled: { unit: 'Count', statistic: 'Sum', meaning: 'calls of the API beyond a limit', apiStatus: '429' },
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof metricList
export type FunctionMetricName = {
  [Name in MetricName]: (typeof metricList)[Name] extends { apiStatus: string } ? never : Name
}[MetricName]
