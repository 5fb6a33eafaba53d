import type { ReactNode } from 'react'
import { useAuth } from '../../api/auth.tsx'
import { errorText } from '../../api/error-text.ts'
import { Card, CardEmpty, CardLoading, CardProblem } from '../../ui/panel.tsx'
import { QuestionnaireForm } from './questionnaire-form.tsx'
import { useQuestionnaire } from './use-questionnaire.ts'
import { Versions } from './versions.tsx'
import './questionnaire.css'

export function QuestionnaireTab() {
  const { user } = useAuth()
  const { questionnaire, settings } = useQuestionnaire()
  const failed = [questionnaire, settings].find(({ data, error }) => !data && error)
  if (failed) {
    return (
      <Alone>
        <CardProblem text={errorText(failed.error)} retry={() => void failed.refetch()} />
      </Alone>
    )
  }
  if (!user || !questionnaire.data || !settings.data) {
    return (
      <Alone>
        <CardLoading text="Cargando tu cuestionario..." />
      </Alone>
    )
  }
  const { birthDate, guardian } = settings.data
  if (guardian.state === 'needed' || guardian.state === 'asked') return <NotYet />
  return (
    <>
      <QuestionnaireForm
        key={birthDate}
        questionnaire={questionnaire.data}
        userId={user.userId}
        birthDate={birthDate}
      />
      {questionnaire.data.current && <Versions />}
    </>
  )
}

const Alone = ({ children }: { readonly children: ReactNode }) => (
  <Card id="questionnaire" title="Cuestionario de salud">
    {children}
  </Card>
)

const NotYet = () => (
  <Alone>
    <CardEmpty>
      <p>Podrás rellenar tu cuestionario en cuanto tu madre, padre o tutor lo autorice.</p>
    </CardEmpty>
  </Alone>
)
