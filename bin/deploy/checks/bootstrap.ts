import { GetParameterCommand, ParameterNotFound, type SSMClient } from '@aws-sdk/client-ssm'
import type { Check } from '../check.ts'
import { findEdgeStackName } from '../deployment.ts'
import { blocked, ready, type Verdict } from '../verdict.ts'

/** The first version with the lookup role, which `npm run diff` needs. */
const MINIMUM_VERSION = 8

export const checkBootstrap: Check = ({ accountId, clients, stage }) =>
  checkRegion(clients.ssm, `aws://${accountId}/${stage.region}`)

export const checkEdgeBootstrap: Check = async ({ accountId, clients, ...deployment }) =>
  findEdgeStackName(deployment) === undefined
    ? ready('Sin cortafuegos: nada que desplegar en us-east-1.')
    : checkRegion(clients.edge.ssm, `aws://${accountId}/us-east-1`)

async function checkRegion(ssm: SSMClient, place: string): Promise<Verdict> {
  const command = `npx cdk bootstrap ${place}`
  try {
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name: '/cdk-bootstrap/hnb659fds/version' }))
    const version = Number(Parameter?.Value)
    return version >= MINIMUM_VERSION
      ? ready(`${place} está preparada (versión ${version}).`)
      : blocked(`La preparación de la cuenta es antigua (versión ${version}): «${command}».`)
  } catch (error) {
    if (error instanceof ParameterNotFound) return blocked(`Falta preparar la cuenta: «${command}».`)
    throw error
  }
}
