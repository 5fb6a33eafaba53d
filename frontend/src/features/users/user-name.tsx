import { TriangleAlert } from 'lucide-react'
import type { User } from '#contract/users'
import { nameOf, unfinishedText } from './user-words.ts'

export function UserName({ user }: { readonly user: User }) {
  const { emailConfirmed, unfinished } = user
  return (
    <span className="user-name">
      <span>{nameOf(user)}</span>
      {!emailConfirmed && <Warning text="Email sin confirmar" />}
      {unfinished && <Warning text={unfinishedText[unfinished]} />}
    </span>
  )
}

const Warning = ({ text }: { readonly text: string }) => (
  <span className="user-warning">
    <TriangleAlert size={16} aria-hidden="true" />
    {text}
  </span>
)
