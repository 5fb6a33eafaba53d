import type { SecurityCheckFact, SecurityImprovement } from '#contract/security-improvements'
import type { Actor } from '#platform/actor'
import type { AwsConfigurationReader } from './aws-configuration.ts'
import type { SecurityServices } from './services.ts'

export interface SecurityImprovementFinding extends Pick<SecurityImprovement, 'reading' | 'facts' | 'evidence'> {
  readonly begun?: boolean
}

/**
 * Reads the running system.
 * @throws Error when it cannot be read
 */
export type SecurityImprovementCheck = (services: SecurityServices, actor: Actor) => Promise<SecurityImprovementFinding>

type Source = SecurityCheckFact['source']

interface Reading extends Source {
  /**
   * The value shown.
   * @default whether it holds
   */
  readonly says?: string
}

export const createSecurityCheckFact = (
  name: string,
  holds: boolean,
  { says, ...source }: Reading,
): SecurityCheckFact => ({
  name,
  value: says ?? (holds ? 'Sí' : 'No'),
  holds,
  source,
})

export type AwsConfiguration<Part extends keyof AwsConfigurationReader> = Awaited<
  ReturnType<AwsConfigurationReader[Part]>
>

export const createUserPoolFactSource = (
  { id }: AwsConfiguration<'pool'>,
  property: string,
  value: string,
): Source => ({
  resource: `Grupo de usuarios ${id}`,
  property,
  value,
})
export const createTableFactSource = (
  { name }: AwsConfiguration<'table'>,
  property: string,
  value: string,
): Source => ({
  resource: `Tabla ${name}`,
  property,
  value,
})
export const createFilesBucketFactSource = (
  { name }: AwsConfiguration<'files'>,
  property: string,
  value: string,
): Source => ({
  resource: `Bucket ${name}`,
  property,
  value,
})

export const formatValueList = (words: readonly string[]): string => words.join(', ') || NO_VALUE_TEXT
export const NO_VALUE_TEXT = 'nada'

export function summarizeSecurityCheckFacts(facts: readonly SecurityCheckFact[], well: string): string {
  const broken = facts.filter(({ holds }) => !holds)
  if (broken.length === 0) return well
  return broken.length === 1 ? `Falta: ${broken[0]?.name.toLowerCase()}` : `Faltan ${broken.length} de ${facts.length}`
}
