import { Annotations, type Stack } from 'aws-cdk-lib'
import type { BuiltSite } from './built-site.ts'
import type { DeploymentStage } from './stages.ts'

/** RFC 2606: nobody can own these. */
const reservedForExamples = /(^|[@.])(example|invalid|test|localhost|example\.(com|net|org))$/i

/** Paths of a stage's values that stand for real ones: `mail.sender`. */
export function findExampleValues(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return reservedForExamples.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => findExampleValues(each, path ? `${path}.${name}` : name))
}

/** Why this checkout cannot be deployed as `stageName`, in sentences that say what to do. */
export function findDeploymentObstacles(stageName: string, stage: DeploymentStage, site: BuiltSite): readonly string[] {
  const examples = findExampleValues(stage)
  return [
    ...(examples.length > 0
      ? [`lib/stages.ts: ${examples.join(', ')} de ${stageName} son ejemplos; escribe los valores reales.`]
      : []),
    ...('problem' in site ? [site.problem] : []),
  ]
}

/** `cdk deploy` and `cdk synth` of the stack end with these sentences. */
export function refuseDeployment(stack: Stack, obstacles: readonly string[]): void {
  for (const obstacle of obstacles) Annotations.of(stack).addError(obstacle)
}
