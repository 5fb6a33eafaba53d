import type { ReactNode } from 'react'
import { useAuth } from '../../api/auth.tsx'
import { toErrorMessage } from '../../api/error-message.ts'
import { Card, CardEmpty, CardLoading, CardLoadError } from '../../ui/panel.tsx'
import { QuestionnaireForm } from './questionnaire-form.tsx'
import { useOwnQuestionnaire } from './use-own-questionnaire.ts'
import { OwnQuestionnaireVersions } from './own-questionnaire-versions.tsx'
import './questionnaire.css'

export function OwnQuestionnaireTab() {
  const { user } = useAuth()
  const { questionnaire, settings } = useOwnQuestionnaire()
  const failed = [questionnaire, settings].find(({ data, error }) => !data && error)
  if (failed) {
    return (
      <Alone>
        <CardLoadError text={toErrorMessage(failed.error)} retry={() => void failed.refetch()} />
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
      {questionnaire.data.current && <OwnQuestionnaireVersions />}
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
