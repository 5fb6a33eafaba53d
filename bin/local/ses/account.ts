import { SesStandInError } from './query-protocol.ts'

export const sendingStates = ['enabled', 'paused', 'suspended'] as const
export type SendingState = (typeof sendingStates)[number]

/**
 * `soft-bounce`: a full mailbox, after SES has retried for hours. `automatic-reply`: after delivery, reported as a bounce.
 * `reject`: SES found a virus.
 */
export const mailOutcomes = ['delivery', 'bounce', 'soft-bounce', 'automatic-reply', 'complaint', 'reject'] as const
export type MailOutcome = (typeof mailOutcomes)[number]

export interface SesAccountSettings {
  /** The default of every account: verified recipients only, 200 mails a day, one per second. */
  readonly sandbox: boolean
  readonly throttling: boolean
  readonly quotaReached: boolean
  /** `paused` by its owner, `suspended` by AWS. */
  readonly sending: SendingState
  readonly outcome: MailOutcome
  /** Whether each event is delivered twice, as EventBridge may. */
  readonly twice: boolean
}

export const demoSesAccount: SesAccountSettings = {
  sandbox: false,
  throttling: false,
  quotaReached: false,
  sending: 'enabled',
  outcome: 'delivery',
  twice: false,
}

/**
 * AWS's mailbox simulator reacts this way in every account, the sandbox included. What it gets counts neither for the
 * quota nor for the reputation, and nothing of it is suppressed; only the sending rate applies.
 * https://docs.aws.amazon.com/ses/latest/DeveloperGuide/mailbox-simulator.html
 */
const simulatorOutcomes: Readonly<Record<string, MailOutcome | 'suppressed'>> = {
  success: 'delivery',
  bounce: 'bounce',
  complaint: 'complaint',
  ooto: 'automatic-reply',
  suppressionlist: 'suppressed',
}

const SIMULATOR = '@simulator.amazonses.com'

export const isSimulatorAddress = (address: string): boolean => address.toLowerCase().endsWith(SIMULATOR)

export const countForQuota = (recipients: readonly string[]): number =>
  recipients.filter((each) => !isSimulatorAddress(each)).length

export const findMailOutcome = (
  address: string,
  { outcome }: SesAccountSettings,
  isSuppressed: boolean,
): MailOutcome | 'suppressed' => {
  if (isSuppressed) return 'suppressed'
  if (!isSimulatorAddress(address)) return outcome
  // Labels are allowed, as in `bounce+label`.
  const [name = ''] = address.slice(0, -SIMULATOR.length).split('+')
  return simulatorOutcomes[name] ?? outcome
}

export const sendingLimits = ({ sandbox }: SesAccountSettings) =>
  sandbox ? { Max24HourSend: 200, MaxSendRate: 1 } : { Max24HourSend: 50_000, MaxSendRate: 14 }

const MORE = 'For more information, please check the inbox of the email address associated with your AWS account.'

interface SendingRequest {
  readonly recipients: readonly string[]
  readonly sentLastDay: number
  /** Real-clock milliseconds of accepted mails, newest last. */
  readonly takenAt: readonly number[]
  readonly verified: readonly string[] | undefined
}

/** @throws {SesStandInError} in SES's wording */
export function checkSending(account: SesAccountSettings, request: SendingRequest): void {
  const { recipients, sentLastDay, takenAt, verified } = request
  if (account.sending === 'paused') {
    throw new SesStandInError('AccountSendingPausedException', 'Email sending is disabled for your account.')
  }
  if (account.sending === 'suspended') {
    throw new SesStandInError('MessageRejected', `Sending suspended for this account. ${MORE}`)
  }
  if (account.sandbox)
    checkVerified(recipients.filter((each) => !isVerified(each, verified) && !isSimulatorAddress(each)))
  const { Max24HourSend, MaxSendRate } = sendingLimits(account)
  const counted = countForQuota(recipients)
  if (counted > 0 && (account.quotaReached || sentLastDay + counted > Max24HourSend)) {
    throw new SesStandInError('Throttling', 'Daily message quota exceeded.')
  }
  const lastSecond = takenAt.filter((at) => at > Date.now() - 1000).length
  if ((account.throttling || account.sandbox) && lastSecond + recipients.length > MaxSendRate) {
    throw new SesStandInError('Throttling', 'Maximum sending rate exceeded.')
  }
}

/** A verified domain covers its addresses. */
export function isVerified(address: string, verified: readonly string[] | undefined): boolean {
  const lower = address.toLowerCase()
  const domain = lower.slice(lower.indexOf('@') + 1)
  return !verified || verified.some((identity) => [lower, domain].includes(identity.toLowerCase()))
}

export function checkVerified(unverified: readonly string[]): void {
  if (unverified.length === 0) return
  throw new SesStandInError(
    'MessageRejected',
    `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${unverified.join(', ')}`,
  )
}
