import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import type { Deployment } from '../deploy/deployment.ts'
import { describeStack } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import type { ExportedUser } from '../../functions/recovery/exported-user.ts'
import { importAccount, type ImportOutcome } from './import-account.ts'
import { readNewestUserExport } from './read-user-export.ts'
import type { ImportPlaces } from './record-import.ts'

/** Concurrency: some 20 calls a second; Cognito allows 25 of the slowest kind. */
const AT_ONCE = 4

export async function restoreStageAccounts(
  { stageName, stackName }: Deployment,
  { clients, createTableClient, say }: Tools,
): Promise<void> {
  const { TableName, RecoveryBucket, UserPoolId } =
    (await describeStack(clients.cloudFormation, stackName))?.outputs ?? {}
  if (!TableName || !RecoveryBucket || !UserPoolId) throw new CommandError(`${stageName} no está desplegado.`)

  const { exportedAt, users } = await readNewestUserExport(clients.s3, RecoveryBucket, UserPoolId)
  say(`Copia del ${exportedAt}, con ${users.length} cuentas. Se traen a ${UserPoolId}…`)
  const places = {
    data: openDatabase(createTableConnection(TableName, createTableClient())),
    cognito: clients.cognito,
    userPoolId: UserPoolId,
    now: () => new Date(),
    newId: (prefix: string) => `${prefix}_${crypto.randomUUID()}`,
  }
  await importAccounts(users, places, say)
}

/**
 * Goes on after an account that fails, so that nobody waits behind it.
 * @throws CommandError naming those that failed
 */
export async function importAccounts(
  users: readonly ExportedUser[],
  places: ImportPlaces,
  say: Tools['say'],
): Promise<void> {
  const counts: Record<ImportOutcome, number> = { imported: 0, 'already-imported': 0, closed: 0, taken: 0 }
  const failed: string[] = []
  for (let from = 0; from < users.length; from += AT_ONCE) {
    const some = users.slice(from, from + AT_ONCE)
    const outcomes = await Promise.allSettled(some.map((user) => importAccount(user, places)))
    for (const [index, outcome] of outcomes.entries()) {
      const { userId } = some[index] ?? {}
      if (outcome.status === 'rejected') failed.push(`${userId}: ${(outcome.reason as Error).name}`)
      else counts[outcome.value] += 1
      if (outcome.status === 'fulfilled' && outcome.value === 'taken')
        say(`${userId}: su correo tiene ya otra cuenta, que no se toca.`)
    }
  }
  say(`Traídas: ${counts.imported}. Ya estaban: ${counts['already-imported']}. Sin cuenta abierta: ${counts.closed}.`)
  if (counts.taken > 0) say(`Con el correo ocupado: ${counts.taken}.`)
  if (failed.length > 0)
    throw new CommandError(`Sin traer, por un error: ${failed.length}. Repite la orden.\n${failed.join('\n')}`)
}
