import { Check, ChevronDown, Package } from 'lucide-react'
import { useRef, useState } from 'react'
import { daysBetween } from '#contract/calendar-days'
import {
  type ClientSupplement,
  findPackRunOutDay,
  PACK_DAYS_AFTER,
  PACK_DAYS_BEFORE,
} from '#contract/client-supplement'
import type { TakenDose } from '#contract/own-supplements'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/checkbox-field.tsx'
import { formatInteger, formatShortCalendarDay } from '../../ui/format.ts'
import { useViewerToday } from '../../ui/use-viewer-today.ts'
import type { DosePartOfDay, ShownDose } from './due-doses.ts'
import { formatDoseAmount, formatDoseMoment } from './supplement-words.ts'
import type { useDailyDoseTicks } from './use-daily-dose-ticks.ts'
import { usePackOrder } from './use-pack-order.ts'

/** Without «tomas» before it, «las 2 de la mañana» is heard as an hour. */
const ofPart: Readonly<Record<DosePartOfDay, string>> = {
  Mañana: 'de la mañana',
  Mediodía: 'del mediodía',
  Tarde: 'de la tarde',
  Noche: 'de la noche',
}

interface PartProps extends Pick<ReturnType<typeof useDailyDoseTicks>, 'isTicked' | 'tick' | 'asking' | 'unreachable'> {
  readonly title: DosePartOfDay
  readonly doses: readonly ShownDose[]
  readonly folds: boolean
}

/**
 * A complete part of the day is folded. After a tick by hand it stays open until the next visit, so that a mistake can
 * be undone in place.
 */
export function DosesOfPart({ title, doses, folds, isTicked, tick, asking, unreachable }: PartProps) {
  // Remembers the day: after midnight it no longer applies.
  const [unfoldedOn, setUnfoldedOn] = useState<string>()
  const part = useRef<HTMLFieldSetElement>(null)
  const isUnknown = asking || unreachable
  const left = doses.filter((dose) => !isTicked(dose))
  const isComplete = folds && left.length === 0
  const day = doses[0]?.day
  const isFolded = isComplete && unfoldedOn !== day
  const tickRest = () => {
    for (const dose of left) tick(bare(dose), true)
    setUnfoldedOn(undefined)
    // The pressed button disappears.
    part.current?.focus()
  }
  return (
    <fieldset className="today-part" ref={part} tabIndex={-1}>
      <legend>{title}</legend>
      {isComplete && (
        <button
          type="button"
          className="today-fold"
          aria-expanded={!isFolded}
          aria-label={`${title}: ${toShareText(doses.length)}`}
          onClick={() => setUnfoldedOn(isFolded ? day : undefined)}
        >
          <Check size={18} strokeWidth={3} aria-hidden="true" />
          {formatInteger(doses.length)} de {formatInteger(doses.length)}
          <ChevronDown size={18} aria-hidden="true" />
        </button>
      )}
      {left.length > 1 && !isUnknown && (
        <Button
          variant="plain"
          size="small"
          className="today-rest"
          aria-label={`Marcar las ${left.length} tomas ${ofPart[title]}`}
          onClick={tickRest}
        >
          Marcar las {left.length}
        </Button>
      )}
      {!isFolded &&
        doses.map((dose) => (
          <div key={`${dose.clientSupplementId} ${dose.time}`}>
            <CheckboxField
              label={<DoseLabel due={dose} />}
              checked={isTicked(dose)}
              disabled={isUnknown}
              onChange={({ target }) => {
                setUnfoldedOn(day)
                tick(bare(dose), target.checked)
              }}
            />
            {'packDoses' in dose.supplement && <PackNote supplement={dose.supplement} isFolded={false} />}
          </div>
        ))}
      {isFolded &&
        listSupplements(doses).map((each) => <PackNote key={each.clientSupplementId} supplement={each} isFolded />)}
    </fieldset>
  )
}

/** Begins like the button's visible text, for users of voice control (WCAG 2.5.3). */
const toShareText = (all: number): string =>
  all === 1 ? '1 de 1, la toma está tomada' : `${all} de ${all}, todas las tomas están tomadas`

const listSupplements = (doses: readonly ShownDose[]): readonly ClientSupplement[] => [
  ...new Map(
    doses.flatMap(({ clientSupplementId, supplement }) =>
      'packDoses' in supplement ? [[clientSupplementId, supplement] as const] : [],
    ),
  ).values(),
]

const bare = ({ clientSupplementId, day, time }: ShownDose): TakenDose => ({ clientSupplementId, day, time })

const DoseLabel = ({ due: { supplement, time } }: { readonly due: ShownDose }) => (
  <>
    <strong>{supplement.name}</strong> {formatDoseAmount(supplement)}
    <span className="today-detail">{formatDoseMoment(time, supplement.foodRelation)}</span>
  </>
)

function formatPackDays(days: number): string {
  if (days < 0) return 'Se ha acabado'
  if (days === 0) return 'Se acaba hoy'
  return days === 1 ? 'Queda 1 día' : `Quedan ${days} días`
}

interface PackNoteProps {
  readonly supplement: ClientSupplement
  readonly isFolded: boolean
}

function PackNote({ supplement, isFolded }: PackNoteProps) {
  const today = useViewerToday()
  const runsOutDay = findPackRunOutDay(supplement)
  const days = runsOutDay ? daysBetween(today, runsOutDay) : undefined
  const daysBefore = isFolded ? 0 : PACK_DAYS_BEFORE
  if (!runsOutDay || days === undefined || days < -PACK_DAYS_AFTER || days > daysBefore) return null
  return (
    <p className="today-pack">
      <Package size={18} aria-hidden="true" />
      <span>
        <span className="visually-hidden">Envase: </span>
        {isFolded && `${supplement.name}: `}
        {formatPackDays(days)}
      </span>
      <PackOrder supplement={supplement} runsOutDay={runsOutDay} />
    </p>
  )
}

interface PackOrderProps {
  readonly supplement: ClientSupplement
  readonly runsOutDay: string
}

function PackOrder({ supplement: { clientSupplementId, name, packOrderedOn }, runsOutDay }: PackOrderProps) {
  const { mutate, isPending } = usePackOrder()
  const ordered = packOrderedOn === null
  return (
    <>
      {!ordered && <span>Otro pedido el {formatShortCalendarDay(packOrderedOn)}</span>}
      <Button
        variant="plain"
        size="small"
        aria-label={ordered ? `Ya lo he pedido: ${name}` : `Deshacer: ${name} no está pedido`}
        busy={isPending}
        busyText="Guardando..."
        onClick={() => mutate({ params: { clientSupplementId }, body: { ordered, runsOutDay } })}
      >
        {ordered ? 'Ya lo he pedido' : 'Deshacer'}
      </Button>
    </>
  )
}
