import type { EntityItem } from 'electrodb'
import { utcDayOf } from '#contract/days'
import type { ImprovementId } from '#contract/security-improvements'
import { newestAuditLines } from '#data/audit-queries'
import type { Entities } from '#data/entities'
import { newestInvariantRuns } from '#data/invariant-run-queries'
import { lastPenetrationTest } from '#data/security-improvement-queries'
import { countsOf } from '#data/counter'
import { passwordKinds } from './cloud.ts'
import { everythingCanBePutBack, everythingIsEncrypted, passkeysAreTaken } from './cloud-checks.ts'
import { type Check, fact, listText, NOTHING, filesSource, poolSource, summaryText } from './facts.ts'
import { dayText, momentText } from './reading-text.ts'

const SHORTEST_PASSWORD = 8

const administratorsHaveCodes: Check = async ({ cloud, data }) => {
  const [pool, { data: administrators }] = await Promise.all([
    cloud.pool(),
    data.users.query
      .newestFirst({})
      .where(({ role, status }, { eq }) => `${eq(role, 'administrador')} AND ${eq(status, 'active')}`)
      .go({ pages: 'all' }),
  ])
  const enrolled = administrators.filter(({ mfaEnabledAt }) => mfaEnabledAt !== undefined).length
  const count = `${enrolled} de ${administrators.length}`
  const { mfa, softwareTokens, minimumLength, requiredKinds } = pool
  const asksForCodes = mfa !== 'OFF' && softwareTokens
  const strict = minimumLength >= SHORTEST_PASSWORD && requiredKinds.length === passwordKinds.length
  const settings = [
    fact(
      'Códigos de aplicación en el acceso',
      asksForCodes,
      poolSource(
        pool,
        'MfaConfiguration, SoftwareTokenMfaConfiguration',
        `${mfa}, ${softwareTokens ? 'Enabled' : 'Disabled'}`,
      ),
    ),
    fact(
      'Contraseñas de 8 caracteres con mayúscula, minúscula, número y signo',
      strict,
      poolSource(pool, 'PasswordPolicy', listText([`MinimumLength ${minimumLength}`, ...requiredKinds])),
    ),
  ]
  return {
    reading: summaryText(settings, `${count} con código`),
    facts: [
      ...settings,
      fact('Administradores con código', enrolled === administrators.length, {
        resource: 'Cuentas activas con rol administrador',
        property: 'Código activado',
        value: listText(administrators.map(codeText)),
        says: count,
      }),
    ],
    begun: asksForCodes && enrolled > 0,
    evidence: null,
  }
}

const codeText = ({ firstName, lastName, email, mfaEnabledAt }: EntityItem<Entities['users']>): string =>
  `${`${firstName} ${lastName}`.trim() || email}: ${mfaEnabledAt ? `desde el ${momentText(mfaEnabledAt)}` : 'sin código'}`

/** A day, plus two hours of delay. */
const NIGHT_HOURS = 26

const lastText = (at: string | undefined): string => (at ? momentText(at) : 'Nunca')

const theNightlyWorkRuns: Check = async ({ data, now }) => {
  const [{ recountedAt }, [night]] = await Promise.all([countsOf(data), newestInvariantRuns(data, 1)])
  const isOfLastNight = (at: string | undefined) =>
    at !== undefined && now().getTime() - Date.parse(at) < NIGHT_HOURS * 3_600_000
  const wrong = night ? [...night.broken, ...night.unknown] : []
  const of = { recount: lastText(recountedAt), night: lastText(night?.checkedAt) }
  const facts = [
    fact('Último recuento, hace menos de 26 horas', isOfLastNight(recountedAt), {
      resource: 'Recuento de cuentas y clientes',
      property: 'recountedAt',
      value: recountedAt ?? NOTHING,
      says: of.recount,
    }),
    fact('Última comprobación, hace menos de 26 horas', isOfLastNight(night?.checkedAt), {
      resource: 'Última comprobación diaria',
      property: 'checkedAt',
      value: night?.checkedAt ?? NOTHING,
      says: of.night,
    }),
    fact('Todas las comprobaciones en orden', night !== undefined && wrong.length === 0, {
      resource: 'Última comprobación diaria',
      property: 'broken, unknown',
      value: listText(wrong),
    }),
  ]
  return {
    reading: wrong.length > 0 ? brokenText(wrong.length) : summaryText(facts, `Última vez: ${of.night}`),
    facts,
    evidence: { label: 'Ver comprobaciones', href: '/admin?tab=test' },
  }
}

const brokenText = (count: number): string =>
  count === 1 ? '1 comprobación no se cumple' : `${count} comprobaciones no se cumplen`

const theLogIsWritten: Check = async ({ cloud, data, now }, { signedInAt }) => {
  const [{ items }, files] = await Promise.all([newestAuditLines(data, {}, { limit: 1 }, now()), cloud.files()])
  const newest = items[0]?.createdAt
  // Whoever asks has signed in, and that is an entry: a log without one that young is not being written.
  const current = newest !== undefined && newest >= signedInAt.toISOString()
  const last = newest ? momentText(newest) : 'Ninguno'
  const access = fact(
    'Accesos a los archivos anotados',
    files.logsTo !== undefined,
    filesSource(files, 'LoggingEnabled', files.logsTo ?? NOTHING),
  )
  const written = fact('Último asiento, posterior a tu entrada', current, {
    resource: 'Registro de auditoría',
    property: 'createdAt',
    value: items[0] ? `${items[0].createdAt}, ${items[0].auditId}` : NOTHING,
    says: last,
  })
  return {
    reading: summaryText([access], `Último asiento: ${last}`),
    facts: [written, access],
    evidence: { label: 'Ver el registro', href: '/admin?tab=security#audit-title' },
  }
}

const ofLastTest = (property: string, value: string) => ({ resource: 'Última prueba registrada', property, value })

/** An older test examined another product. */
const TEST_MONTHS = 12

const somebodyTriedToBreakIn: Check = async ({ data, now }) => {
  const test = await lastPenetrationTest(data)
  if (!test) {
    return {
      reading: 'Todavía nada',
      facts: [fact('Prueba registrada', false, ofLastTest('date', NOTHING))],
      evidence: null,
    }
  }
  const { firm, date, report } = test
  return {
    reading: `${firm}, ${dayText(date)}`,
    facts: [
      fact('Empresa', true, { ...ofLastTest('firm', firm), says: firm }),
      fact('Fecha, de los últimos 12 meses', isRecentTest(date, now()), {
        ...ofLastTest('date', date),
        says: dayText(date),
      }),
    ],
    evidence: { label: 'Ver el informe', href: report },
  }
}

export const isRecentTest = (day: string, at: Date): boolean => day > monthsBefore(at, TEST_MONTHS)

function monthsBefore(instant: Date, months: number): string {
  const day = new Date(instant)
  day.setUTCMonth(day.getUTCMonth() - months)
  return utcDayOf(day)
}

export const checks: Readonly<Record<ImprovementId, Check>> = {
  'penetration-test': somebodyTriedToBreakIn,
  passkeys: passkeysAreTaken,
  'admin-mfa': administratorsHaveCodes,
  encryption: everythingIsEncrypted,
  backups: everythingCanBePutBack,
  'nightly-run': theNightlyWorkRuns,
  'audit-log': theLogIsWritten,
}
