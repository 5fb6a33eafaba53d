import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { IsoInstant } from './value-schemas.ts'

/** Settings that cannot be switched off: text beside the switch and of the API's refusal. */
export const lockedSecuritySettingMessages = {
  requireMfaForAdmins: 'No se puede desactivar: protege datos de salud',
  auditLogging: 'No se puede desactivar: lo exige la ley',
} as const

const locked = (name: keyof typeof lockedSecuritySettingMessages) =>
  z.literal(true, { error: lockedSecuritySettingMessages[name] })

export const ADMIN_SESSION_HOUR_LIMITS = { min: 1, max: 24 } as const

const hoursError = `Indica un número entero de horas, de ${ADMIN_SESSION_HOUR_LIMITS.min} a ${ADMIN_SESSION_HOUR_LIMITS.max}`

/** When switched off, the law, the pool's policy and the basic limits still apply. */
export const SecuritySettings = z.strictObject({
  enforceStrongPasswords: z.boolean(),
  requireMfaForAdmins: locked('requireMfaForAdmins'),
  sessionTimeout: z
    .int({ error: hoursError })
    .check(
      z.minimum(ADMIN_SESSION_HOUR_LIMITS.min, { error: hoursError }),
      z.maximum(ADMIN_SESSION_HOUR_LIMITS.max, { error: hoursError }),
    ),
  auditLogging: locked('auditLogging'),
  rateLimiting: z.boolean(),
})
export type SecuritySettings = z.infer<typeof SecuritySettings>

export const securitySettingNames = Object.keys(SecuritySettings.shape) as (keyof SecuritySettings)[]

export const securitySettingLabels: Readonly<Record<keyof SecuritySettings, string>> = {
  enforceStrongPasswords: 'Contraseñas reforzadas',
  requireMfaForAdmins: 'Segundo factor obligatorio',
  sessionTimeout: 'Cierre de sesión',
  auditLogging: 'Registro de auditoría',
  rateLimiting: 'Límite reforzado',
}

const CRITICAL_POINTS = 70
const OTHER_POINTS = 30
const criticalSettings = ['enforceStrongPasswords', 'requireMfaForAdmins', 'rateLimiting'] as const

const shareOf = (held: readonly boolean[]): number => held.filter(Boolean).length / held.length

/** Out of 100: the critical settings count 70, audit log and sessions of at most a day 30. */
export function computeSecurityScore(settings: SecuritySettings): number {
  const critical = criticalSettings.map((name) => settings[name])
  const others = [settings.auditLogging, settings.sessionTimeout <= ADMIN_SESSION_HOUR_LIMITS.max]
  return Math.round(CRITICAL_POINTS * shareOf(critical) + OTHER_POINTS * shareOf(others))
}

export const securityScoreLabels = ['Excelente', 'Bueno', 'Necesita Mejoras'] as const

export function getSecurityScoreLabel(score: number): (typeof securityScoreLabels)[number] {
  if (score >= 90) return 'Excelente'
  return score >= 70 ? 'Bueno' : 'Necesita Mejoras'
}

const SecuritySettingsOverview = z.object({
  settings: SecuritySettings,
  version: z.int().check(z.nonnegative()),
  changedAt: z.nullable(IsoInstant),
  changedBy: z.nullable(z.string()),
  score: z.object({ points: z.int().check(z.minimum(0), z.maximum(100)), label: z.enum(securityScoreLabels) }),
})
export type SecuritySettingsOverview = z.infer<typeof SecuritySettingsOverview>

export const securitySettingsEndpoints = {
  settings: defineEndpoint({
    method: 'GET',
    path: '/security/settings',
    allow: ['administrador'],
    opens: 'nothing',
    reply: SecuritySettingsOverview,
    audit: 'none',
    refusals: [],
  }),
  /** Changes only the given settings. `version` is the version the caller saw; a stale one is refused. */
  changeSettings: defineEndpoint({
    method: 'PATCH',
    path: '/security/settings',
    allow: ['administrador'],
    opens: 'nothing',
    assurance: 'fresh',
    body: z.strictObject({ version: z.int().check(z.nonnegative()), settings: z.partial(SecuritySettings) }),
    reply: SecuritySettingsOverview,
    audit: 'SECURITY_SETTINGS_CHANGED',
    refusals: ['changed-meanwhile'],
  }),
}
