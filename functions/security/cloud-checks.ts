import { s3PublicAccessBlocks } from './aws-setting-names.ts'
import {
  type SecurityImprovementCheck,
  createSecurityCheckFact,
  formatValueList,
  NO_VALUE_TEXT,
  createFilesBucketFactSource,
  createUserPoolFactSource,
  type AwsConfiguration,
  createTableFactSource,
  summarizeSecurityCheckFacts,
} from './improvement-facts.ts'
import { formatSecurityImprovementDateTime } from './public/reading-text.ts'

export const checkEncryptionAtRest: SecurityImprovementCheck = async ({ cloud }) => {
  const [table, files] = await Promise.all([cloud.table(), cloud.files()])
  const tableKey = table.encryption ? `${table.encryption.type}, clave ${table.encryption.key}` : NO_VALUE_TEXT
  const { algorithm, key } = files.encryption
  const facts = [
    createSecurityCheckFact(
      'Tabla cifrada con clave propia',
      table.encryption?.type === 'KMS',
      createTableFactSource(table, 'SSEDescription', tableKey),
    ),
    createSecurityCheckFact(
      'Archivos cifrados con clave propia',
      algorithm === 'aws:kms',
      createFilesBucketFactSource(
        files,
        'ServerSideEncryptionConfiguration',
        key ? `${algorithm}, clave ${key}` : algorithm || NO_VALUE_TEXT,
      ),
    ),
    createSecurityCheckFact(
      'Archivos cerrados al público',
      files.blocked.length === s3PublicAccessBlocks.length,
      createFilesBucketFactSource(files, 'PublicAccessBlockConfiguration', formatValueList(files.blocked)),
    ),
  ]
  return { reading: summarizeSecurityCheckFacts(facts, 'Tabla y archivos cifrados'), facts, evidence: null }
}

const RECOVERY_DAYS = 35

export const checkDataRecovery: SecurityImprovementCheck = async ({ cloud }) => {
  const [table, files, pool] = await Promise.all([cloud.table(), cloud.files(), cloud.pool()])
  const { recovery } = table
  const days = `${recovery?.days ?? 0} días`
  const facts = [
    createSecurityCheckFact('Copia continua de la tabla', (recovery?.days ?? 0) >= RECOVERY_DAYS, {
      ...createTableFactSource(table, 'PointInTimeRecoveryDescription', recoveryText(recovery)),
      says: recovery ? days : 'No',
    }),
    createSecurityCheckFact(
      'Versiones anteriores de los archivos',
      files.versioning === 'Enabled',
      createFilesBucketFactSource(files, 'VersioningConfiguration', files.versioning || NO_VALUE_TEXT),
    ),
    createSecurityCheckFact(
      'Tabla protegida contra el borrado',
      table.deletionProtection,
      createTableFactSource(table, 'DeletionProtectionEnabled', String(table.deletionProtection)),
    ),
    createSecurityCheckFact(
      'Cuentas protegidas contra el borrado',
      pool.deletionProtection === 'ACTIVE',
      createUserPoolFactSource(pool, 'DeletionProtection', pool.deletionProtection),
    ),
  ]
  return { reading: summarizeSecurityCheckFacts(facts, `Copia continua de ${days}`), facts, evidence: null }
}

const recoveryText = (recovery: AwsConfiguration<'table'>['recovery']): string =>
  recovery
    ? formatValueList([
        'ENABLED',
        `${recovery.days} días`,
        ...(recovery.from && recovery.until
          ? [
              `se puede volver a cualquier momento entre el ${formatSecurityImprovementDateTime(recovery.from)} y el ${formatSecurityImprovementDateTime(recovery.until)}`,
            ]
          : []),
      ])
    : 'DISABLED'

export const checkPasskeysEnabled: SecurityImprovementCheck = async ({ cloud }) => {
  const pool = await cloud.pool()
  const takesPasskeys = pool.firstFactors.includes('WEB_AUTHN')
  const source = createUserPoolFactSource(pool, 'AllowedFirstAuthFactors', formatValueList(pool.firstFactors))
  return {
    reading: takesPasskeys ? 'Permitidas en el acceso' : 'No permitidas en el acceso',
    facts: [createSecurityCheckFact('El acceso admite llaves de acceso', takesPasskeys, source)],
    evidence: null,
  }
}
