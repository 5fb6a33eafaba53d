import * as z from 'zod/mini'
import { Email } from '#contract/value-schemas'
import { RefusalError } from '#platform/refusal-error'
import { createLiveNonApiServices } from '#platform/services'
import { makeAdministrator } from '../../functions/users/make-administrator.ts'
import { createUserPoolAccountAccess } from '../../functions/users/user-pool-account-access.ts'
import type { Deployment } from './deployment.ts'
import { describeStack } from './stack.ts'
import type { Tools } from './tools.ts'
import { CommandError } from './verdict.ts'

const sentences = {
  invited: 'Le llega una invitación; al entrar tendrá que activar el segundo factor.',
  changed: 'Ya tenía cuenta: ahora es de administrador y ha salido de todas sus sesiones.',
  unchanged: 'Ya lo era.',
} as const

const refusals: Readonly<Partial<Record<string, string>>> = {
  'email-taken': 'Ese correo tiene una cuenta a medias: entra con ella una vez en la web y repite.',
  'too-many-attempts': 'Ya se le ha invitado cinco veces hoy, o hay otra invitación en marcha: espera y repite.',
}

export async function makeStageAdministrator(
  { stageName, stackName, stage }: Deployment,
  address: string | undefined,
  { clients, say }: Tools,
): Promise<void> {
  const email = z.safeParse(Email, address)
  if (!email.success) throw new CommandError(`Indica su correo: «npm run admin -- ${stageName} <correo>».`)
  const deployed = await describeStack(clients.cloudFormation, stackName)
  const { TableName, UserPoolId: userPoolId, UserPoolClientId: clientId } = deployed?.outputs ?? {}
  if (!TableName || !userPoolId || !clientId) throw new CommandError(`${stageName} no está desplegado todavía.`)
  // The table's client reads its region from here.
  process.env['AWS_REGION'] = stage.region
  const outcome = await makeAdministrator(email.data, {
    ...createLiveNonApiServices(TableName),
    originSecret: () => Promise.reject(new Error('only API calls compare the origin secret')),
    accounts: createUserPoolAccountAccess({ userPoolId, clientId }, clients.cognito),
  }).catch((error: unknown) => {
    throw error instanceof RefusalError ? new CommandError(refusals[error.code] ?? error.code) : error
  })
  say(`${email.data} es administrador de ${stageName}. ${sentences[outcome]}`)
}
