import { publicAccess } from './cloud.ts'
import {
  type Check,
  fact,
  listText,
  NOTHING,
  filesSource,
  poolSource,
  type Of,
  tableSource,
  summaryText,
} from './facts.ts'
import { momentText } from './reading-text.ts'

export const everythingIsEncrypted: Check = async ({ cloud }) => {
  const [table, files] = await Promise.all([cloud.table(), cloud.files()])
  const tableKey = table.encryption ? `${table.encryption.type}, clave ${table.encryption.key}` : NOTHING
  const { algorithm, key } = files.encryption
  const facts = [
    fact(
      'Tabla cifrada con clave propia',
      table.encryption?.type === 'KMS',
      tableSource(table, 'SSEDescription', tableKey),
    ),
    fact(
      'Archivos cifrados con clave propia',
      algorithm === 'aws:kms',
      filesSource(
        files,
        'ServerSideEncryptionConfiguration',
        key ? `${algorithm}, clave ${key}` : algorithm || NOTHING,
      ),
    ),
    fact(
      'Archivos cerrados al público',
      files.blocked.length === publicAccess.length,
      filesSource(files, 'PublicAccessBlockConfiguration', listText(files.blocked)),
    ),
  ]
  return { reading: summaryText(facts, 'Tabla y archivos cifrados'), facts, evidence: null }
}

/** The maximum of DynamoDB's point-in-time recovery. */
const RECOVERY_DAYS = 35

export const everythingCanBePutBack: Check = async ({ cloud }) => {
  const [table, files, pool] = await Promise.all([cloud.table(), cloud.files(), cloud.pool()])
  const { recovery } = table
  const days = `${recovery?.days ?? 0} días`
  const facts = [
    fact('Copia continua de la tabla', (recovery?.days ?? 0) >= RECOVERY_DAYS, {
      ...tableSource(table, 'PointInTimeRecoveryDescription', recoveryText(recovery)),
      says: recovery ? days : 'No',
    }),
    fact(
      'Versiones anteriores de los archivos',
      files.versioning === 'Enabled',
      filesSource(files, 'VersioningConfiguration', files.versioning || NOTHING),
    ),
    fact(
      'Tabla protegida contra el borrado',
      table.deletionProtection,
      tableSource(table, 'DeletionProtectionEnabled', String(table.deletionProtection)),
    ),
    fact(
      'Cuentas protegidas contra el borrado',
      pool.deletionProtection === 'ACTIVE',
      poolSource(pool, 'DeletionProtection', pool.deletionProtection),
    ),
  ]
  return { reading: summaryText(facts, `Copia continua de ${days}`), facts, evidence: null }
}

const recoveryText = (recovery: Of<'table'>['recovery']): string =>
  recovery
    ? listText([
        'ENABLED',
        `${recovery.days} días`,
        ...(recovery.from && recovery.until
          ? [
              `se puede volver a cualquier momento entre el ${momentText(recovery.from)} y el ${momentText(recovery.until)}`,
            ]
          : []),
      ])
    : 'DISABLED'

export const passkeysAreTaken: Check = async ({ cloud }) => {
  const pool = await cloud.pool()
  const takesPasskeys = pool.firstFactors.includes('WEB_AUTHN')
  const source = poolSource(pool, 'AllowedFirstAuthFactors', listText(pool.firstFactors))
  return {
    reading: takesPasskeys ? 'Permitidas en el acceso' : 'No permitidas en el acceso',
    facts: [fact('El acceso admite llaves de acceso', takesPasskeys, source)],
    evidence: null,
  }
}
