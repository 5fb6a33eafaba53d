/** Every way the API may say no, with the status it travels under. People read a Spanish sentence for the code, never the code. */
export const refusals = {
  'invalid-input': 400,
  'signature-invalid': 400,
  'not-signed-in': 401,
  'session-ended': 401,
  'not-allowed': 403,
  'mfa-required': 403,
  'proof-required': 403,
  'account-inactive': 403,
  'not-found': 404,
  'profile-missing': 409,
  'discount-invalid': 409,
  'order-already-paid': 409,
  'payment-not-completed': 409,
  'payment-pending': 409,
  'payment-mismatch': 409,
  'account-unknown': 409,
  'mfa-not-enrolled': 409,
  'code-invalid': 409,
  'code-used': 409,
  'enrolment-expired': 409,
  'email-taken': 409,
  'email-unverified': 409,
  'already-confirmed': 409,
  'already-registered': 409,
  'too-young': 409,
  'password-wrong': 409,
  'own-account': 409,
  'last-administrator': 409,
  'guardian-consent-required': 409,
  'birth-date-missing': 409,
  'birth-date-known': 409,
  'guardian-not-needed': 409,
  'own-email': 409,
  'link-invalid': 409,
  'mail-not-failed': 409,
  'slot-taken': 409,
  'too-soon': 409,
  'too-far': 409,
  'too-late': 409,
  'too-many-coming': 409,
  'consultation-closed': 409,
  'order-scheduled': 409,
  'changed-meanwhile': 409,
  'dose-not-due': 409,
  'file-missing': 409,
  'file-rejected': 409,
  'export-not-zip': 409,
  'too-many-attempts': 429,
  'payment-unavailable': 503,
} as const

export type RefusalCode = keyof typeof refusals

/** What any endpoint may answer; an endpoint's own list names only what is particular to it. */
export const everywhere: readonly RefusalCode[] = [
  'invalid-input',
  'not-signed-in',
  'session-ended',
  'not-allowed',
  'mfa-required',
  'proof-required',
  'account-inactive',
  'not-found',
  'profile-missing',
  'too-many-attempts',
]

/** The body of every answer that is not a reply. `problems` names the fields of `invalid-input`, in Spanish. */
export interface RefusalBody {
  readonly code: RefusalCode | 'fault'
  readonly problems?: Readonly<Record<string, readonly string[]>>
}
