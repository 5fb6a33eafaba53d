import { useState } from 'react'
import type { SavedAnswers, SavedVersion } from '#contract/questionnaire'
import { errorText } from '../../api/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format.ts'
import { CardLoading, CardProblem } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { QuestionnaireAnswers } from './questionnaire-answers.tsx'
import { type ReadQuestionnaire, type Seen, useCustomerVersion } from './use-customer-questionnaire.ts'

interface CustomerVersionsProps {
  readonly customerId: string
  readonly read: ReadQuestionnaire
  readonly current: SavedAnswers
  readonly lastVisit: Seen | null
}

const when = ({ savedAt }: Pick<SavedVersion, 'savedAt'>) => `${formatDay(savedAt)}, ${formatTime(savedAt)}`

export function CustomerVersions({ customerId, read, current, lastVisit }: CustomerVersionsProps) {
  const [chosen, choose] = useState('')
  const versions = read.data?.pages.flatMap((page) => page.versions.items) ?? []
  return (
    <>
      {versions.length > 1 && (
        <div className="customer-questionnaire-choice">
          <SelectField
            label="Qué respuestas quieres ver"
            none={lastVisit ? 'Ahora y en tu última visita' : 'Ahora'}
            options={versions.map((each) => [String(each.version), when(each)])}
            value={chosen}
            onChange={({ target }) => choose(target.value)}
          />
          {read.hasNextPage && (
            <Button
              variant="secondary"
              size="small"
              busy={read.isFetchingNextPage}
              busyText="Cargando..."
              onClick={() => void read.fetchNextPage()}
            >
              Cargar más fechas
            </Button>
          )}
        </div>
      )}
      {chosen === '' ? (
        <QuestionnaireAnswers answers={current.answers} before={lastVisit?.answers} />
      ) : (
        <Version customerId={customerId} version={Number(chosen)} />
      )}
    </>
  )
}

interface VersionProps {
  readonly customerId: string
  readonly version: number
}

function Version({ customerId, version }: VersionProps) {
  const { data, isPending, error, refetch } = useCustomerVersion(customerId, version)
  if (isPending) return <CardLoading text="Cargando respuestas..." />
  if (!data) return <CardProblem text={errorText(error)} retry={() => void refetch()} />
  return (
    <>
      <p className="field-hint" role="status">
        Lo que respondió el {when(data)}
        {data.before && ', y lo que había respondido antes'}.
      </p>
      <QuestionnaireAnswers answers={data.answers} before={data.before} />
    </>
  )
}
