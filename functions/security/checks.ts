import type { Fact, ImprovementId, SecurityImprovement } from '#contract/security-improvements'
import { utcDayOf } from '#contract/days'
import { newestAuditLines } from '#data/audit-queries'
import { newestInvariantRuns } from '#data/invariant-run-queries'
import { lastPenetrationTest } from '#data/security-improvement-queries'
import { tallyOf } from '#data/tallied'
import type { Actor } from '#platform/actor'
import { dayText, momentText } from './reading-text.ts'
import type { SecurityServices } from './services.ts'

/** What a check has found. Completed is what all its facts say. */
export interface Finding extends Pick<SecurityImprovement, 'reading' | 'facts' | 'evidence'> {
  /** Whether some of it is done, where not all of it holds. @default false */
  readonly begun?: boolean
}

/** Reads the running system, now. Throws where it cannot be read. */
type Check = (services: SecurityServices, actor: Actor) => Promise<Finding>

const yes = (name: string, holds: boolean, value = holds ? 'Sí' : 'No'): Fact => ({ name, value, holds })

const servicesPage = { label: 'Ver servicios', href: '/admin?tab=test' }

/** The pool's own policy, below which no setting goes. */
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
  const strict = pool.shortestPassword >= SHORTEST_PASSWORD && pool.demandsEveryKind
  const settings = [
    yes('Códigos de aplicación en el acceso', pool.asksForCodes),
    yes('Contraseñas de 8 caracteres con mayúscula, minúscula, número y signo', strict),
  ]
  return {
    reading: summary(settings, `${count} con código`),
    facts: [...settings, yes('Administradores con código', enrolled === administrators.length, count)],
    begun: pool.asksForCodes && enrolled > 0,
    evidence: { label: 'Ver usuarios', href: '/admin?tab=users' },
  }
}

const everythingIsEncrypted: Check = async ({ cloud }) => {
  const [table, files] = await Promise.all([cloud.table(), cloud.files()])
  const facts = [
    yes('Tabla cifrada con clave propia', table.ownKey),
    yes('Archivos cifrados con clave propia', files.ownKey),
    yes('Archivos cerrados al público', files.closedToThePublic),
  ]
  return { reading: summary(facts, 'Tabla y archivos cifrados'), facts, evidence: servicesPage }
}

/** As long as AWS lets a table be put back. */
const RECOVERY_DAYS = 35

const everythingCanBePutBack: Check = async ({ cloud }) => {
  const [table, files, pool] = await Promise.all([cloud.table(), cloud.files(), cloud.pool()])
  const days = `${table.recoveryDays} días`
  const facts = [
    yes('Copia continua de la tabla', table.recoveryDays >= RECOVERY_DAYS, table.recoveryDays > 0 ? days : 'No'),
    yes('Versiones anteriores de los archivos', files.keepsVersions),
    yes('Tabla protegida contra el borrado', table.keptFromDeletion),
    yes('Cuentas protegidas contra el borrado', pool.keptFromDeletion),
  ]
  return { reading: summary(facts, `Copia continua de ${days}`), facts, evidence: servicesPage }
}

/** Once a day; two hours are for a quiet moment. */
const NIGHT_HOURS = 26

const lastText = (at: string | undefined): string => (at ? momentText(at) : 'Nunca')

const theNightlyWorkRuns: Check = async ({ data, now }) => {
  const [{ recountedAt }, [night]] = await Promise.all([tallyOf(data), newestInvariantRuns(data, 1)])
  const isOfLastNight = (at: string | undefined) =>
    at !== undefined && now().getTime() - Date.parse(at) < NIGHT_HOURS * 3_600_000
  const wrong = night ? [...night.broken, ...night.unknown].length : 0
  const facts = [
    yes('Último recuento, hace menos de 26 horas', isOfLastNight(recountedAt), lastText(recountedAt)),
    yes('Última comprobación, hace menos de 26 horas', isOfLastNight(night?.checkedAt), lastText(night?.checkedAt)),
    yes('Todas las comprobaciones en orden', night !== undefined && wrong === 0),
  ]
  return {
    reading: wrong > 0 ? brokenText(wrong) : summary(facts, `Última vez: ${lastText(night?.checkedAt)}`),
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
  const access = yes('Accesos a los archivos anotados', files.writesDownAccess)
  return {
    reading: summary([access], `Último asiento: ${last}`),
    facts: [yes('Último asiento, posterior a tu entrada', current, last), access],
    evidence: { label: 'Ver el registro', href: '/admin?tab=security#audit-title' },
  }
}

const passkeysAreTaken: Check = async ({ cloud }) => {
  const { takesPasskeys } = await cloud.pool()
  return {
    reading: takesPasskeys ? 'Permitidas en el acceso' : 'No permitidas en el acceso',
    facts: [yes('El acceso admite llaves de acceso', takesPasskeys)],
    evidence: { label: 'Ver tu acceso', href: '/admin?tab=security#security' },
  }
}

/** What was tested longer ago is another product by now. */
const TEST_MONTHS = 12

const somebodyTriedToBreakIn: Check = async ({ data, now }) => {
  const test = await lastPenetrationTest(data)
  if (!test) return { reading: 'Todavía nada', facts: [yes('Prueba registrada', false)], evidence: null }
  const { firm, date, report } = test
  const recent = isRecentTest(date, now())
  return {
    reading: `${firm}, ${dayText(date)}`,
    facts: [yes('Empresa', true, firm), yes('Fecha, de los últimos 12 meses', recent, dayText(date))],
    evidence: { label: 'Ver el informe', href: report },
  }
}

export const isRecentTest = (day: string, at: Date): boolean => day > monthsBefore(at, TEST_MONTHS)

function monthsBefore(instant: Date, months: number): string {
  const day = new Date(instant)
  day.setUTCMonth(day.getUTCMonth() - months)
  return utcDayOf(day)
}

/** What is wrong, and otherwise that nothing is. */
function summary(facts: readonly Fact[], well: string): string {
  const broken = facts.filter(({ holds }) => !holds)
  if (broken.length === 0) return well
  return broken.length === 1 ? `Falta: ${broken[0]?.name.toLowerCase()}` : `Faltan ${broken.length} de ${facts.length}`
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
