import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { apiContract } from '#contract/api'
import { addDays, createDayFormatter, daysBetween, mondayOf } from '#contract/calendar-days'
import { useAuth } from '../../api/auth.tsx'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { FORM_MEMORY_KEY_PREFIX, localStore } from '../../api/local-store.ts'
import { Button } from '../../ui/button.tsx'
import { CardLoading } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { useOwnCheckIns } from './use-own-check-ins.ts'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './check-in.css'

const WeekForm = lazy(async () => ({ default: (await import('./check-in-form.tsx')).WeekForm }))

/** Days since Monday: asked from Thursday on. */
const ASKED_FROM_DAY = 3

const formatSunday = createDayFormatter({ day: 'numeric', month: 'long' })

export function OwnCheckIn() {
  const { week, isAsked, skip } = useQuestion()
  // The week at the time of opening: at midnight a half-filled form stays.
  const [opened, setOpened] = useState<string>()
  const [isSaved, setSaved] = useState(false)
  if (opened && isSaved) return <Saved week={opened} change={() => setSaved(false)} />
  if (opened)
    return (
      <Frame title="¿Cómo va tu semana?" hasFocus>
        <OpenedForm week={opened} done={() => setSaved(true)} cancel={() => setOpened(undefined)} />
      </Frame>
    )
  return isAsked ? <Question open={() => setOpened(week)} skip={skip} /> : null
}

function useQuestion() {
  const today = usePracticeToday()
  const week = mondayOf(today)
  const { weeks } = useOwnCheckIns()
  const { data: consent } = useQuery(endpointQueryOptions(apiContract.consent.readHealth, {}))
  const [skipped, skip] = useSkippedWeek()
  const isToTell = weeks !== undefined && !weeks.some((each) => each.week === week)
  const isTime = skipped !== week && daysBetween(week, today) >= ASKED_FROM_DAY
  return { week, isAsked: isToTell && isTime && consent?.state === 'given', skip: () => skip(week) }
}

interface OpenedFormProps {
  readonly week: string
  readonly done: () => void
  readonly cancel: () => void
}

function OpenedForm({ week, ...ends }: OpenedFormProps) {
  const { weeks } = useOwnCheckIns()
  return (
    <WhileLoading show={<CardLoading text="Cargando..." />}>
      <WeekForm week={week} before={weeks?.find((each) => each.week === week)} {...ends} />
    </WhileLoading>
  )
}

const Question = ({ open, skip }: { readonly open: () => void; readonly skip: () => void }) => (
  <Frame title="¿Cómo va tu semana?">
    <p>Cuatro toques y, si quieres, una línea. Lo leemos antes de vernos.</p>
    <div className="check-in-actions">
      <Button size="small" onClick={open}>
        Contarlo
      </Button>
      <Button variant="plain" size="small" onClick={skip}>
        Esta semana no
      </Button>
    </div>
  </Frame>
)

function Saved({ week, change }: { readonly week: string; readonly change: () => void }) {
  const { weeks, isWaiting } = useOwnCheckIns()
  // A queued answer was refused; a notice has already given the reason.
  if (weeks && !weeks.some((each) => each.week === week))
    return (
      <Frame title="Tu semana no se ha guardado" focusedAs="saved" hasFocus>
        <Button variant="plain" size="small" onClick={change}>
          Contarlo otra vez
        </Button>
      </Frame>
    )
  return (
    <Frame title={isWaiting ? 'Gracias, pendiente de enviar' : 'Gracias, guardado'} focusedAs="saved" hasFocus>
      <p role="status">
        {isWaiting
          ? 'Sin conexión: lo guardamos en este dispositivo y lo enviaremos cuando vuelva.'
          : `Puedes cambiarlo hasta el domingo, ${formatSunday(addDays(week, 6))}.`}
      </p>
      <Button variant="plain" size="small" onClick={change}>
        Cambiar
      </Button>
    </Frame>
  )
}

/** Stored in this browser only: skipping a week is not reported to the practice. */
function useSkippedWeek() {
  const { account } = useAuth()
  const name = `${FORM_MEMORY_KEY_PREFIX}check-in-skipped:${account?.userId ?? ''}`
  const [skipped, setSkipped] = useState(() => localStore.get(name))
  const skip = (week: string) => {
    localStore.set(name, week)
    setSkipped(week)
  }
  return [skipped, skip] as const
}

interface FrameProps {
  readonly title: string
  readonly hasFocus?: boolean
  /** A title with the same key keeps the focus when it replaces another. */
  readonly focusedAs?: string
  readonly children: ReactNode
}

const focusOnMount = (heading: HTMLElement | null) => heading?.focus()

const Frame = ({ title, hasFocus = false, focusedAs = title, children }: FrameProps) => (
  <section className="check-in" aria-labelledby="check-in-title">
    <h2 id="check-in-title" key={focusedAs} tabIndex={-1} ref={hasFocus ? focusOnMount : undefined}>
      {title}
    </h2>
    {children}
  </section>
)
