import { useId } from 'react'
import { passwordRules } from '#contract/password'

interface StrengthProps {
  readonly password: string
  readonly confirmation: string
}

const grades = { weak: 'Débil', medium: 'Media', strong: 'Fuerte' } as const

const pointsOf = ({ password, confirmation }: StrengthProps): number =>
  passwordRules.filter(({ holds }) => holds(password)).length + Number(password !== '' && password === confirmation)

function gradeOf(points: number): string {
  if (points <= 2) return grades.weak
  return points <= 4 ? grades.medium : grades.strong
}

export function PasswordStrengthMeter(props: StrengthProps) {
  const id = useId()
  const points = pointsOf(props)
  return (
    <div className="strength">
      <span id={id}>
        Seguridad de la contraseña: <strong>{gradeOf(points)}</strong>
      </span>
      <meter aria-labelledby={id} min={0} max={6} low={3} high={5} optimum={6} value={points} />
    </div>
  )
}
