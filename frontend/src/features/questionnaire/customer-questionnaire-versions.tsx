import { useState } from 'react'
import type { SavedQuestionnaireAnswers, QuestionnaireVersionSummary } from '#contract/questionnaire'
import { toErrorMessage } from '../../api/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { formatInstantAsDay } from '../../ui/format.ts'
import { CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { formatTime } from '../../ui/wall-time.ts'
import { QuestionnaireAnswersView } from './questionnaire-answers.tsx'
import {
  type CustomerQuestionnaireQuery,
  type LastSeenQuestionnaire,
  useCustomerQuestionnaireVersion,
} from './use-customer-questionnaire.ts'

interface CustomerVersionsProps {
  readonly customerId: string
  readonly read: CustomerQuestionnaireQuery
  readonly current: SavedQuestionnaireAnswers
  readonly lastVisit: LastSeenQuestionnaire | null
}

const when = ({ savedAt }: Pick<QuestionnaireVersionSummary, 'savedAt'>) =>
  `${formatInstantAsDay(savedAt)}, ${formatTime(savedAt)}`

export function CustomerQuestionnaireVersions({ customerId, read, current, lastVisit }: CustomerVersionsProps) {
  const [chosen, choose] = useState('')
  const versions = read.data?.pages.flatMap((page) => page.versions.items) ?? []
  return (
    <>
      {versions.length > 1 && (
        <div className="customer-questionnaire-choice">
          <SelectField
            label="Qué respuestas quieres ver"
            none={lastVisit ? 'Ahora y en tu última lectura' : 'Ahora'}
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
          {read.isFetchNextPageError && (
            <p className="sheet-alert" role="alert">
              {toErrorMessage(read.error)}
            </p>
          )}
        </div>
      )}
      {chosen === '' ? (
        <QuestionnaireAnswersView answers={current.answers} before={lastVisit?.answers} />
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
  const { data, isPending, error, refetch } = useCustomerQuestionnaireVersion(customerId, version)
  if (isPending) return <CardLoading text="Cargando respuestas..." />
  if (!data) return <CardLoadError text={toErrorMessage(error)} retry={() => void refetch()} />
  return (
    <>
      <p className="field-hint" role="status">
        Lo que respondió el {when(data)}
        {data.before && ', y lo que había respondido antes'}.
      </p>
      <QuestionnaireAnswersView answers={data.answers} before={data.before} />
    </>
  )
}
