import { type DeploymentStage, deploymentStages } from '../../lib/stages.ts'
import { toEdgeStackName } from '../../lib/edge-stack.ts'
import { CommandError } from './verdict.ts'

export interface Deployment {
  readonly stageName: string
  readonly stage: DeploymentStage
  readonly stackName: string
}

const stages: Readonly<Record<string, DeploymentStage>> = deploymentStages

/** @throws CommandError when there is no such stage */
export function chooseDeployment(stageName: string | undefined): Deployment {
  const stage = stageName === undefined ? undefined : stages[stageName]
  if (stageName === undefined || !stage)
    throw new CommandError(`Indica el entorno: ${Object.keys(stages).join(' | ')}.`)
  return { stageName, stage, stackName: `HabitatInterior-${stageName}` }
}

/** In us-east-1; undefined for a stage that needs nothing there. */
export const findEdgeStackName = ({ stageName, stage }: Pick<Deployment, 'stageName' | 'stage'>): string | undefined =>
  stage.webApplicationFirewall ? toEdgeStackName(stageName) : undefined

export const listStackNames = (deployment: Deployment): readonly string[] => {
  const edgeStackName = findEdgeStackName(deployment)
  return [...(edgeStackName === undefined ? [] : [edgeStackName]), deployment.stackName]
}
