import { Annotations, type Stack } from 'aws-cdk-lib'
import { findLegalPublicationFaults, type LegalPublication, legalPublication } from '#contract/legal-announcements'
import { practiceLegalDetails } from '#contract/practice'
import type { BuiltSite } from './built-site.ts'
import type { DeploymentStage } from './stages.ts'

/** Reserved by RFC 2606: nobody can own these. */
const reservedForExamples = /(^|[@.])(example|invalid|test|localhost|example\.(com|net|org))$/i

/** Telephones, tax ids and register entries have no reserved form: our examples contain this word. */
const saysExample = /\bejemplo\b/i

function findExampleValues(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return reservedForExamples.test(value) || saysExample.test(value) ? [path] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => findExampleValues(each, path ? `${path}.${name}` : name))
}

interface Examples {
  readonly file: string
  readonly names: readonly string[]
}

export function findExamples(stage: DeploymentStage, practice: object = practiceLegalDetails): readonly Examples[] {
  return [
    { file: 'lib/stages.ts', names: findExampleValues(stage) },
    {
      file: 'functions/contract/practice.ts',
      names: stage.mayShowExamplePractice ? [] : findExampleValues(practice),
    },
  ].filter(({ names }) => names.length > 0)
}

interface OwnersWords {
  readonly practice?: object
  readonly publication?: LegalPublication
}

export function findDeploymentObstacles(
  stageName: string,
  stage: DeploymentStage,
  site: BuiltSite,
  { practice, publication = legalPublication }: OwnersWords = {},
): readonly string[] {
  return [
    ...findExamples(stage, practice).map(
      ({ file, names }) => `${file}: ${names.join(', ')} de ${stageName} son ejemplos; escribe los valores reales.`,
    ),
    ...findLegalPublicationFaults(publication).map((fault) => `functions/contract/legal-announcements.ts: ${fault}`),
    ...('problem' in site ? [site.problem] : []),
  ]
}

export function refuseDeployment(stack: Stack, obstacles: readonly string[]): void {
  for (const obstacle of obstacles) Annotations.of(stack).addError(obstacle)
}
