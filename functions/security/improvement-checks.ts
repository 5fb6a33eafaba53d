import type { EntityItem } from 'electrodb'
import { addMonths, toUtcDay } from '#contract/calendar-days'
import type { SecurityImprovementId } from '#contract/security-improvements'
import { findNewestAuditEntry } from '#data/audit-queries'
import type { TableEntities } from '#data/entities'
import { findNewestInvariantRuns } from '#data/invariant-run-queries'
import { findLastPenetrationTest } from '#data/security-improvement-queries'
import { readPracticeCounter } from '#data/practice-counter'
import { findActiveAdministrators } from '#data/user-queries'
import { passwordPolicySettingNames } from './aws-setting-names.ts'
import { checkDataRecovery, checkEncryptionAtRest, checkPasskeysEnabled } from './cloud-checks.ts'
import {
  type SecurityImprovementCheck,
  createSecurityCheckFact,
  formatValueList,
  NO_VALUE_TEXT,
  createFilesBucketFactSource,
  createUserPoolFactSource,
  summarizeSecurityCheckFacts,
} from './improvement-facts.ts'
import { formatSecurityImprovementDay, formatSecurityImprovementDateTime } from './public/reading-text.ts'

const SHORTEST_PASSWORD = 8

const administratorsHaveCodes: SecurityImprovementCheck = async ({ cloud, data }) => {
  const [pool, administrators] = await Promise.all([cloud.pool(), findActiveAdministrators(data)])
  const enrolled = administrators.filter(({ mfaEnabledAt }) => mfaEnabledAt !== undefined).length
  const count = `${enrolled} de ${administrators.length}`
  const { mfa, softwareTokens, minimumLength, requiredKinds } = pool
  const asksForCodes = mfa !== 'OFF' && softwareTokens
  const strict = minimumLength >= SHORTEST_PASSWORD && requiredKinds.length === passwordPolicySettingNames.length
  const settings = [
    createSecurityCheckFact(
      'Códigos de aplicación en el acceso',
      asksForCodes,
      createUserPoolFactSource(
        pool,
        'MfaConfiguration, SoftwareTokenMfaConfiguration',
        `${mfa}, ${softwareTokens ? 'Enabled' : 'Disabled'}`,
      ),
    ),
    createSecurityCheckFact(
      'Contraseñas de 8 caracteres con mayúscula, minúscula, número y signo',
      strict,
      createUserPoolFactSource(
        pool,
        'PasswordPolicy',
        formatValueList([`MinimumLength ${minimumLength}`, ...requiredKinds]),
      ),
    ),
  ]
  return {
    reading: summarizeSecurityCheckFacts(settings, `${count} con código`),
    facts: [
      ...settings,
      createSecurityCheckFact('Administradores con código', enrolled === administrators.length, {
        resource: 'Cuentas activas con rol administrador',
        property: 'Código activado',
        value: formatValueList(administrators.map(codeText)),
        says: count,
      }),
    ],
    begun: asksForCodes && enrolled > 0,
    evidence: null,
  }
}

const codeText = ({ firstName, lastName, email, mfaEnabledAt }: EntityItem<TableEntities['users']>): string =>
  `${`${firstName} ${lastName}`.trim() || email}: ${mfaEnabledAt ? `desde el ${formatSecurityImprovementDateTime(mfaEnabledAt)}` : 'sin código'}`

const NIGHT_HOURS = 26

const lastText = (at: string | undefined): string => (at ? formatSecurityImprovementDateTime(at) : 'Nunca')

const theNightlyWorkRuns: SecurityImprovementCheck = async ({ data, now }) => {
  const [{ recountedAt }, [night]] = await Promise.all([readPracticeCounter(data), findNewestInvariantRuns(data, 1)])
  const isOfLastNight = (at: string | undefined) =>
    at !== undefined && now().getTime() - Date.parse(at) < NIGHT_HOURS * 3_600_000
  const wrong = night ? [...night.broken, ...night.unknown] : []
  const of = { recount: lastText(recountedAt), night: lastText(night?.checkedAt) }
  const facts = [
    createSecurityCheckFact('Último recuento, hace menos de 26 horas', isOfLastNight(recountedAt), {
      resource: 'Recuento de cuentas y clientes',
      property: 'recountedAt',
      value: recountedAt ?? NO_VALUE_TEXT,
      says: of.recount,
    }),
    createSecurityCheckFact('Última comprobación, hace menos de 26 horas', isOfLastNight(night?.checkedAt), {
      resource: 'Última comprobación diaria',
      property: 'checkedAt',
      value: night?.checkedAt ?? NO_VALUE_TEXT,
      says: of.night,
    }),
    createSecurityCheckFact('Todas las comprobaciones en orden', night !== undefined && wrong.length === 0, {
      resource: 'Última comprobación diaria',
      property: 'broken, unknown',
      value: formatValueList(wrong),
    }),
  ]
  return {
    reading:
      wrong.length > 0 ? brokenText(wrong.length) : summarizeSecurityCheckFacts(facts, `Última vez: ${of.night}`),
    facts,
    evidence: { label: 'Ver comprobaciones', href: '/admin?tab=test' },
  }
}

const brokenText = (count: number): string =>
  count === 1 ? '1 comprobación no se cumple' : `${count} comprobaciones no se cumplen`

const theLogIsWritten: SecurityImprovementCheck = async ({ cloud, data, now }, { signedInAt }) => {
  const [entry, files] = await Promise.all([findNewestAuditEntry(data, now()), cloud.files()])
  const newest = entry?.createdAt
  // The caller's sign-in is an entry: a log without one that recent is not being written.
  const current = newest !== undefined && newest >= signedInAt.toISOString()
  const last = newest ? formatSecurityImprovementDateTime(newest) : 'Ninguno'
  const access = createSecurityCheckFact(
    'Accesos a los archivos anotados',
    files.logsTo !== undefined,
    createFilesBucketFactSource(files, 'LoggingEnabled', files.logsTo ?? NO_VALUE_TEXT),
  )
  const written = createSecurityCheckFact('Último asiento, posterior a tu entrada', current, {
    resource: 'Registro de auditoría',
    property: 'createdAt',
    value: entry ? `${entry.createdAt}, ${entry.auditId}` : NO_VALUE_TEXT,
    says: last,
  })
  return {
    reading: summarizeSecurityCheckFacts([access], `Último asiento: ${last}`),
    facts: [written, access],
    evidence: { label: 'Ver el registro', href: '/admin?tab=security#audit-title' },
  }
}

const ofLastTest = (property: string, value: string) => ({ resource: 'Última prueba registrada', property, value })

const TEST_MONTHS = 12

const somebodyTriedToBreakIn: SecurityImprovementCheck = async ({ data, now }) => {
  const test = await findLastPenetrationTest(data)
  if (!test) {
    return {
      reading: 'Todavía nada',
      facts: [createSecurityCheckFact('Prueba registrada', false, ofLastTest('date', NO_VALUE_TEXT))],
      evidence: null,
    }
  }
  const { firm, date, report } = test
  return {
    reading: `${firm}, ${formatSecurityImprovementDay(date)}`,
    facts: [
      createSecurityCheckFact('Empresa', true, { ...ofLastTest('firm', firm), says: firm }),
      createSecurityCheckFact('Fecha, de los últimos 12 meses', isRecentPenetrationTest(date, now()), {
        ...ofLastTest('date', date),
        says: formatSecurityImprovementDay(date),
      }),
    ],
    evidence: { label: 'Ver el informe', href: report },
  }
}

export const isRecentPenetrationTest = (day: string, at: Date): boolean => day > addMonths(toUtcDay(at), -TEST_MONTHS)

export const securityImprovementChecks: Readonly<Record<SecurityImprovementId, SecurityImprovementCheck>> = {
  'penetration-test': somebodyTriedToBreakIn,
  passkeys: checkPasskeysEnabled,
  'admin-mfa': administratorsHaveCodes,
  encryption: checkEncryptionAtRest,
  backups: checkDataRecovery,
  'nightly-run': theNightlyWorkRuns,
  'audit-log': theLogIsWritten,
}
