import { SesStandInError } from './query-protocol.ts'

export const sendingStates = ['enabled', 'paused', 'suspended'] as const
export type SendingState = (typeof sendingStates)[number]

/** `soft-bounce`: a full mailbox, after SES has retried for hours. `reject`: SES found a virus. */
export const mailOutcomes = ['delivery', 'bounce', 'soft-bounce', 'complaint', 'reject'] as const
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

/** AWS's mailbox simulator: these addresses react this way in every account, the sandbox included. */
const simulatorOutcomes: Readonly<Record<string, MailOutcome | 'suppressed'>> = {
  'success@simulator.amazonses.com': 'delivery',
  'bounce@simulator.amazonses.com': 'bounce',
  'complaint@simulator.amazonses.com': 'complaint',
  'suppressionlist@simulator.amazonses.com': 'suppressed',
}

const isSimulatorAddress = (address: string): boolean => address.endsWith('@simulator.amazonses.com')

export const findMailOutcome = (
  address: string,
  { outcome }: SesAccountSettings,
  isSuppressed: boolean,
): MailOutcome | 'suppressed' => {
  if (isSuppressed) return 'suppressed'
  return simulatorOutcomes[address] ?? outcome
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
  if (account.quotaReached || sentLastDay + recipients.length > Max24HourSend) {
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
