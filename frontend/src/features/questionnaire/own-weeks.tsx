import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiContract } from '#contract/api'
import { mondayOf } from '#contract/calendar-days'
import { endpointQueryOptions } from '../../api/endpoint-query.ts'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { usePracticeToday } from '../../ui/use-practice-today.ts'
import { useOwnCheckIns } from './use-own-check-ins.ts'
import { WeekChart } from './week-chart.tsx'
import { WeekNotes } from './week-notes.tsx'
import { lazy, WhileLoading } from '../../ui/lazy.tsx'
import './check-in.css'

const WeekForm = lazy(async () => ({ default: (await import('./check-in-form.tsx')).WeekForm }))

export function OwnWeeks() {
  const today = usePracticeToday()
  const { weeks, error, retry } = useOwnCheckIns()
  const doses = useQuery(endpointQueryOptions(apiContract.ownSupplements.listWeeksOfMine, {}))
  const [opened, setOpened] = useState<string>()
  if (!weeks && error) return <CardLoadError text={toErrorMessage(error)} retry={retry} />
  if (!weeks || weeks.length === 0) return null
  const week = mondayOf(today)
  const find = (wanted: string) => weeks.find((each) => each.week === wanted)
  const close = () => setOpened(undefined)
  return (
    <div className="own-weeks">
      <Card id="own-weeks-title" title="Tus semanas">
        <WeekChart today={today} checkIns={weeks} doses={doses.data?.items} />
        <WeekNotes checkIns={weeks} title="Lo que contaste" />
        {opened ? (
          <WhileLoading show={<CardLoading text="Cargando..." />}>
            <WeekForm week={opened} before={find(opened)} done={close} cancel={close} />
          </WhileLoading>
        ) : (
          <Button variant="secondary" onClick={() => setOpened(week)}>
            {find(week) ? 'Cambiar lo de esta semana' : 'Contar cómo va esta semana'}
          </Button>
        )}
      </Card>
    </div>
  )
}
