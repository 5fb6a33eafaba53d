import type { DisputableCharges } from './disputes.ts'
import type { DisputeAct } from '../stripe/disputes.ts'
import type { SesAccountSettings } from '../ses/account.ts'
import type { MailServiceState } from './mail-service.ts'
import type { ScanSettings } from '../malware-scan.ts'
import type { ScanState } from './malware-scan.ts'

export interface CapturedMail {
  readonly id: string
  readonly to: readonly string[]
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly MailAttachment[]
  /** ISO 8601 instant. */
  readonly sentAt: string
}

export interface MailAttachment {
  readonly filename: string
  readonly contentType: string
  /** Base64. */
  readonly content: string
  /** Bytes. */
  readonly size: number
}

export interface DemoAccount {
  readonly email: string
  readonly password: string
  readonly role: 'administrador' | 'cliente'
  /** Base32; null where no authenticator is enrolled. */
  readonly totpSecret: string | null
  readonly recoveryCodes: readonly string[]
}

export interface ServiceOutage {
  readonly service: string
  readonly down: boolean
}

export interface AdverseConditionStatus {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly on: boolean
}

export interface SecurityControlStatus {
  readonly name: string
  readonly text: string
  readonly on: boolean
}

/** An error with a 4xx `status` becomes the response. */
export interface LocalConsoleDependencies {
  /** Newest first. */
  readonly mailbox: () => readonly CapturedMail[]
  readonly accounts: () => readonly DemoAccount[]
  readonly clock: {
    readonly now: () => Date
    /** @throws RangeError for a negative duration, and for text that is no ISO 8601 duration */
    readonly advance: (duration: string) => Promise<Date>
  }
  readonly stripe: {
    /** Newest first. */
    readonly events: () => readonly unknown[]
    readonly redeliver: (what: { eventId?: string; times?: number }) => Promise<unknown>
    readonly settle: (sessionId: string, outcome: 'succeeded' | 'failed') => Promise<unknown>
    readonly disputable: () => DisputableCharges
    /** `id`: of the charge to begin a dispute, otherwise of the dispute. */
    readonly dispute: (id: string, act: DisputeAct) => Promise<unknown>
  }
  readonly outages: {
    readonly list: () => readonly ServiceOutage[]
    readonly set: (service: string, down: boolean) => Promise<void>
  }
  readonly protections: {
    readonly list: () => readonly SecurityControlStatus[]
    readonly set: (name: string, on: boolean) => Promise<void>
  }
  readonly conditions: {
    readonly list: () => readonly AdverseConditionStatus[]
    readonly set: (name: string, on: boolean) => Promise<void>
  }
  readonly mailService: {
    readonly list: () => MailServiceState
    readonly set: (changes: Partial<SesAccountSettings>) => void
    readonly unsuppress: (address: string) => void
  }
  readonly scan: {
    readonly list: () => ScanState
    readonly set: (changes: Partial<ScanSettings>) => void
    /** @returns the number of waiting ones */
    readonly finishAll: () => number
  }
}

interface Section {
  readonly id: string
  readonly title: string
  /** HTML that the page's script replaces when the server has something new. */
  readonly live: string
  /** HTML that is not replaced, so that no input is lost. */
  readonly fixed?: string
}

export function renderLocalConsoleSection({ id, title, live, fixed = '' }: Section): string {
  return `<section aria-labelledby="${id}-title">
<h2 id="${id}-title" tabindex="-1">${title}</h2>
<div id="${id}" data-live>${live}</div>
${fixed}</section>`
}
