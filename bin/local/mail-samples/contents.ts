import type { ClientNotificationTemplateData, MailTemplateData } from '#data/mail'

export const NAME_IN_MAILS = 'Zacarías Inconfundible'
const at = '2026-11-21T09:00:00.000Z'
const userId = 'usr_00000001'
const startsAt = '2026-12-01T09:00:00.000Z'

export const unpricedConsultation = {
  consultationId: 'con_00000001',
  startsAt,
  durationMinutes: 30,
  type: 'general',
  sequence: 0,
}

export const consultationInMails = { ...unpricedConsultation, priceCents: 8000 }

export const mailSamples: {
  readonly [Kind in Exclude<MailTemplateData['kind'], 'verification' | 'account-code'>]: Extract<
    MailTemplateData,
    { readonly kind: Kind }
  >
} = {
  receipt: { kind: 'receipt', orderId: 'ord_00000001', name: NAME_IN_MAILS, invite: true },
  refund: {
    kind: 'refund',
    concept: 'Primera consulta',
    amountCents: 8000,
    reason: 'client',
    refundId: 'ref_11111111-1111-4111-8111-1111a2c4e6f8',
    orderId: 'ord_00000001',
  },
  'refund-failed': {
    kind: 'refund-failed',
    concept: 'Primera consulta',
    amountCents: 8000,
    customerId: 'cus_00000001',
    orderId: 'ord_00000001',
    reader: 'client',
  },
  'payment-failed': {
    kind: 'payment-failed',
    concept: 'Primera consulta (30 minutos, por videollamada)',
    amountCents: 8000,
    orderId: 'ord_00000002',
    of: 'purchase',
    lostHour: { startsAt, durationMinutes: 30, isOver: false },
  },
  'existing-owner': { kind: 'existing-owner', name: NAME_IN_MAILS },
  'new-device': { kind: 'new-device', name: NAME_IN_MAILS, device: 'Chrome en Windows', at },
  'password-changed': { kind: 'password-changed', name: NAME_IN_MAILS, at },
  'google-linked': { kind: 'google-linked', name: NAME_IN_MAILS, at },
  'mfa-changed': { kind: 'mfa-changed', name: NAME_IN_MAILS, change: 'enabled' },
  'recovery-code-used': { kind: 'recovery-code-used', name: NAME_IN_MAILS, left: 3 },
  reminder: { kind: 'reminder', name: NAME_IN_MAILS, before: 'day', consultation: consultationInMails },
  'client-notice': {
    kind: 'client-notice',
    name: NAME_IN_MAILS,
    notice: { type: 'consultation_scheduled', consultation: consultationInMails },
  },
  'account-deactivated': { kind: 'account-deactivated', name: NAME_IN_MAILS, userId, deactivatedAt: at },
  'deletion-requested': { kind: 'deletion-requested', name: NAME_IN_MAILS, userId, leavingSince: at },
  'guardian-request': { kind: 'guardian-request', userId, requestId: 'gua_00000001' },
  'legal-announcement': {
    kind: 'legal-announcement',
    name: NAME_IN_MAILS,
    userId,
    documents: ['terms'],
    appliesFrom: '2027-02-08',
    changes: [
      'Podrás cambiar la hora de una consulta hasta 12 horas antes; ahora son 24.',
      'Si nos retrasamos más de 15 minutos, podrás elegir entre otra hora y la devolución de lo pagado.',
    ],
  },
  'withdrawal-requested': { kind: 'withdrawal-requested', withdrawalId: 'wdr_00000001', requestedAt: at },
  'withdrawal-received': { kind: 'withdrawal-received', withdrawalId: 'wdr_00000001', requestedAt: at },
  'withdrawals-digest': { kind: 'withdrawals-digest', since: at, until: at },
  'health-consent-withdrawn': { kind: 'health-consent-withdrawn', customerId: 'cus_00000001', requestedAt: at },
  'health-withdrawal-registered': {
    kind: 'health-withdrawal-registered',
    reader: 'client',
    name: NAME_IN_MAILS,
    hasAccount: true,
    requestedAt: at,
  },
  'opening-questioned': {
    kind: 'opening-questioned',
    customerId: 'cus_00000001',
    openedAt: at,
    part: 'questionnaire',
    reason: 'who',
  },
  'slot-proposals': { kind: 'slot-proposals', orderId: 'ord_00000001', name: NAME_IN_MAILS },
  'freed-hour': {
    kind: 'freed-hour',
    name: NAME_IN_MAILS,
    startsAt,
    until: '2026-11-30T09:00:00.000Z',
    durationMinutes: 30,
    priceCents: 8000,
  },
  'proposal-outcome': {
    kind: 'proposal-outcome',
    customerId: 'cus_00000001',
    orderId: 'ord_00000001',
    outcome: 'refused',
  },
  'practice-notice': { kind: 'practice-notice', noticeId: 'ntc_00000001', userId },
  'practice-digest': { kind: 'practice-digest', userId, since: at, until: '2026-11-22T09:00:00.000Z' },
  'security-alert': { kind: 'security-alert', type: 'rate_limited', at },
  'sign-in-link': { kind: 'sign-in-link', userId: 'usr_1', askedAt: at },
  'email-change-refused': { kind: 'email-change-refused', name: NAME_IN_MAILS, at },
  'account-imported': { kind: 'account-imported', name: NAME_IN_MAILS, guarded: false },
  'account-gone': { kind: 'account-gone', name: NAME_IN_MAILS, guarded: false },
  test: { kind: 'test', name: NAME_IN_MAILS, userId },
}

export const clientNoticeSamples: {
  readonly [Type in ClientNotificationTemplateData['type']]: ClientNotificationTemplateData & { readonly type: Type }
} = {
  consultation_scheduled: { type: 'consultation_scheduled', consultation: consultationInMails },
  consultation_changed: { type: 'consultation_changed', consultation: consultationInMails },
  consultation_priced: {
    type: 'consultation_priced',
    consultation: { ...unpricedConsultation, proposedPriceCents: 6000 },
  },
  consultation_cancelled: { type: 'consultation_cancelled', consultation: consultationInMails },
  consultation_lapsed: { type: 'consultation_lapsed', consultation: consultationInMails },
  consultation_missed: { type: 'consultation_missed', consultation: { ...consultationInMails, isPaid: true } },
  invoice: { type: 'invoice', fileName: 'factura.pdf' },
  analytics: { type: 'analytics', fileName: 'analitica.pdf' },
  supplement: { type: 'supplement', supplementName: 'Zinc' },
  summary: { type: 'summary' },
  message: { type: 'message', sentAt: at },
  analysis: { type: 'analysis' },
  analysis_corrected: { type: 'analysis_corrected' },
  budget: { type: 'budget' },
  'budget-part': { type: 'budget-part' },
}
