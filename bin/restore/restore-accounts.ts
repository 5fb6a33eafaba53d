import { openDatabase } from '#data/database'
import { createTableConnection } from '#data/table'
import type { Deployment } from '../deploy/deployment.ts'
import { describeStack } from '../deploy/stack.ts'
import type { Tools } from '../deploy/tools.ts'
import { CommandError } from '../deploy/verdict.ts'
import { importAccount, type ImportOutcome } from './import-account.ts'
import { readNewestUserExport } from './read-user-export.ts'

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
  const counts: Record<ImportOutcome, number> = { imported: 0, 'already-imported': 0, closed: 0, taken: 0 }
  for (let from = 0; from < users.length; from += AT_ONCE) {
    const some = users.slice(from, from + AT_ONCE)
    const outcomes = await Promise.all(some.map((user) => importAccount(user, places)))
    for (const [index, outcome] of outcomes.entries()) {
      counts[outcome] += 1
      if (outcome === 'taken') say(`${some[index]?.userId}: su correo tiene ya otra cuenta, que no se toca.`)
    }
  }
  say(`Traídas: ${counts.imported}. Ya estaban: ${counts['already-imported']}. Sin cuenta abierta: ${counts.closed}.`)
  if (counts.taken > 0) say(`Con el correo ocupado: ${counts.taken}.`)
}
