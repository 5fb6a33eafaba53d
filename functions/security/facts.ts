import type { Fact, SecurityImprovement } from '#contract/security-improvements'
import type { Actor } from '#platform/actor'
import type { Cloud } from './cloud.ts'
import type { SecurityServices } from './services.ts'

export interface Finding extends Pick<SecurityImprovement, 'reading' | 'facts' | 'evidence'> {
  /**
   * Partly done, although not all facts hold.
   * @default false
   */
  readonly begun?: boolean
}

/**
 * Reads the running system.
 * @throws when it cannot be read
 */
export type Check = (services: SecurityServices, actor: Actor) => Promise<Finding>

type Source = Fact['source']

interface Reading extends Source {
  /**
   * The value shown.
   * @default whether it holds
   */
  readonly says?: string
}

export const fact = (name: string, holds: boolean, { says, ...source }: Reading): Fact => ({
  name,
  value: says ?? (holds ? 'Sí' : 'No'),
  holds,
  source,
})

export type Of<Part extends keyof Cloud> = Awaited<ReturnType<Cloud[Part]>>

export const poolSource = ({ id }: Of<'pool'>, property: string, value: string): Source => ({
  resource: `Grupo de usuarios ${id}`,
  property,
  value,
})
export const tableSource = ({ name }: Of<'table'>, property: string, value: string): Source => ({
  resource: `Tabla ${name}`,
  property,
  value,
})
export const filesSource = ({ name }: Of<'files'>, property: string, value: string): Source => ({
  resource: `Bucket ${name}`,
  property,
  value,
})

export const listText = (words: readonly string[]): string => words.join(', ') || NOTHING
export const NOTHING = 'nada'

export function summaryText(facts: readonly Fact[], well: string): string {
  const broken = facts.filter(({ holds }) => !holds)
  if (broken.length === 0) return well
  return broken.length === 1 ? `Falta: ${broken[0]?.name.toLowerCase()}` : `Faltan ${broken.length} de ${facts.length}`
}
