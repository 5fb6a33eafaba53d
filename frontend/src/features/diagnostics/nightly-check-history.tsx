import type { DataInvariantName, NightlyInvariantRun } from '#contract/diagnostics'
import { formatInstantAsShortDay } from '../../ui/format.ts'
import './diagnostics.css'

interface NightsProps {
  readonly nights: readonly NightlyInvariantRun[]
  readonly says: (name: DataInvariantName) => string
}

const isWell = ({ broken, unknown }: NightlyInvariantRun) => broken.length === 0 && unknown.length === 0

const stateOf = (night: NightlyInvariantRun): 'well' | 'broken' | 'unknown' => {
  if (night.broken.length > 0) return 'broken'
  return isWell(night) ? 'well' : 'unknown'
}

const summaryOf = (nights: readonly NightlyInvariantRun[]): string => {
  const broken = nights.filter((night) => stateOf(night) === 'broken').length
  const unknown = nights.filter((night) => stateOf(night) === 'unknown').length
  const of = nights.length === 1 ? 'la última noche' : `las últimas ${nights.length} noches`
  if (broken + unknown === 0) return `Todo se cumplió en ${of}.`
  if (nights.length === 1)
    return broken > 0 ? 'La última noche algo no se cumplió.' : 'La última noche algo no se pudo comprobar.'
  return [
    broken > 0 && `Algo no se cumplió en ${broken} de ${of}.`,
    unknown > 0 && `Algo no se pudo comprobar en ${unknown} de ${of}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

export function NightlyCheckHistory({ nights, says }: NightsProps) {
  if (nights.length === 0)
    return <p className="diagnostics-hint">Cada noche se comprueba todo. La primera comprobación está por hacer.</p>
  const wrong = nights.filter((night) => !isWell(night))
  return (
    <div className="diagnostics-nights">
      <p>{summaryOf(nights)}</p>
      <ol aria-label="Comprobaciones de cada noche">
        {nights.toReversed().map((night) => (
          <li key={night.day} data-state={stateOf(night)} title={formatInstantAsShortDay(night.checkedAt)}>
            <span className="visually-hidden">{`${formatInstantAsShortDay(night.checkedAt)}: ${foundIn(night, says)}`}</span>
          </li>
        ))}
      </ol>
      {wrong.length > 0 && (
        <ul>
          {wrong.map((night) => (
            <li key={night.day}>{`${formatInstantAsShortDay(night.checkedAt)}: ${foundIn(night, says)}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function foundIn(night: NightlyInvariantRun, says: NightsProps['says']): string {
  if (isWell(night)) return 'todo se cumplió'
  const broken = night.broken.map((name) => `no se cumplió «${says(name)}»`)
  const unknown = night.unknown.map((name) => `no se pudo comprobar «${says(name)}»`)
  return [...broken, ...unknown].join('; ')
}
