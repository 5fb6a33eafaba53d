import { randomBytes, randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { RECOVERY_CODE_ALPHABET, RECOVERY_CODE_LENGTH, RECOVERY_CODE_COUNT, type mfa } from '#contract/mfa'
import type { Database } from '#data/database'
import type { TransactionEntities, TransactionWrites } from '#data/transact'
import { appendAuditEntry } from '#platform/audit'
import { throwRefusal } from '#platform/refusal-error'
import type { EndpointAction } from '#platform/serve'
import type { MfaServices } from './services.ts'

/** 40 bits need a slow hash: about 50 ms and 32 MB each. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt)

const hashOf = async (code: string, salt: string): Promise<string> =>
  (await derive(code, salt, 32, COST)).toString('base64url')

const newCode = (): string =>
  Array.from(
    { length: RECOVERY_CODE_LENGTH },
    () => RECOVERY_CODE_ALPHABET[randomInt(RECOVERY_CODE_ALPHABET.length)],
  ).join('')

export interface RecoveryCodeSet {
  readonly codes: readonly string[]
  readonly hashes: readonly string[]
  readonly salt: string
}

export const createRecoveryCodeSet = (): Promise<RecoveryCodeSet> =>
  hashRecoveryCodeSet(Array.from({ length: RECOVERY_CODE_COUNT }, newCode), randomBytes(16).toString('base64url'))

export const hashRecoveryCodeSet = async (codes: readonly string[], salt: string): Promise<RecoveryCodeSet> => ({
  codes,
  salt,
  hashes: await Promise.all(codes.map((code) => hashOf(code, salt))),
})

export async function createReplaceRecoveryCodesWrites(
  data: Database,
  userId: string,
  { hashes, salt }: RecoveryCodeSet,
  createdAt: string,
) {
  const { data: old } = await data.recoveryCodes.query.byUser({ userId }).go({ pages: 'all' })
  return (entities: TransactionEntities): TransactionWrites => [
    old.map(({ hash }) =>
      entities.recoveryCodes
        .delete({ userId, hash })
        .where(({ createdAt: made }, { exists }) => exists(made))
        .commit(),
    ),
    hashes.map((hash) => entities.recoveryCodes.create({ userId, hash, salt, createdAt }).commit()),
  ]
}

export async function countUnusedRecoveryCodes(data: Database, userId: string): Promise<number> {
  const { data: codes } = await data.recoveryCodes.query.byUser({ userId }).go({ pages: 'all' })
  return codes.filter(({ usedAt }) => usedAt === undefined).length
}

export async function findUnusedRecoveryCodeHash(
  data: Database,
  userId: string,
  code: string,
): Promise<string | undefined> {
  const { data: codes } = await data.recoveryCodes.query.byUser({ userId }).go({ pages: 'all' })
  // Without stored codes it takes the same time.
  const hash = await hashOf(code, codes[0]?.salt ?? 'nobody')
  return codes.find((known) => known.hash === hash && known.usedAt === undefined)?.hash
}

export const createConsumeRecoveryCodeWrite = (
  entities: TransactionEntities,
  { userId, hash, at }: { userId: string; hash: string; at: string },
) =>
  entities.recoveryCodes
    .patch({ userId, hash })
    .set({ usedAt: at })
    .where(({ usedAt }, { notExists }) => notExists(usedAt))
    .commit()

export const renewRecoveryCodes: EndpointAction<typeof mfa.renewRecoveryCodes, MfaServices> = async (
  { actor },
  services,
) => {
  const { data, now } = services
  const { userId } = actor
  const { data: factor } = await data.mfaFactors.get({ userId, status: 'verified' }).go()
  if (!factor) throwRefusal('mfa-not-enrolled')
  const codes = await createRecoveryCodeSet()
  const codeWrites = await createReplaceRecoveryCodesWrites(data, userId, codes, now().toISOString())
  const outcome = await data.transact((entities) => ({
    recoveryCodes: codeWrites(entities),
    audit: appendAuditEntry(
      entities,
      { action: 'RECOVERY_CODES_RENEWED', by: userId, subjectId: userId, caller: actor },
      services,
    ),
  }))
  // Two concurrent renewals would leave two sets, of which each page shows one; the second has to wait.
  if (!outcome.written) throwRefusal('too-many-attempts')
  return { recoveryCodes: [...codes.codes] }
}
