import type { SecuritySettingsOverview } from '#contract/security-settings'

interface ScoreProps {
  readonly points: number
  readonly label: SecuritySettingsOverview['score']['label']
  readonly better: string | undefined
}

export const SecurityScoreBar = ({ points, label, better }: ScoreProps) => (
  <div className="security-score">
    <p className="security-points">
      <strong>{points}</strong> <span>de 100</span> <em>{label}</em>
    </p>
    <meter aria-label="Puntuación de seguridad" min={0} max={100} low={70} high={90} optimum={100} value={points} />
    {better && <p className="field-hint">{better}</p>}
  </div>
)
