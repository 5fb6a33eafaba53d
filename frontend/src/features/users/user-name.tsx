import { TriangleAlert } from 'lucide-react'
import type { UserAccount } from '#contract/users'
import { toUserDisplayName, unfinishedAccountChangeTexts } from './user-words.ts'

export function UserName({ user }: { readonly user: UserAccount }) {
  const { emailConfirmed, unfinished } = user
  return (
    <span className="user-name">
      <span>{toUserDisplayName(user)}</span>
      {!emailConfirmed && <Warning text="Email sin confirmar" />}
      {unfinished && <Warning text={unfinishedAccountChangeTexts[unfinished]} />}
    </span>
  )
}

const Warning = ({ text }: { readonly text: string }) => (
  <span className="user-warning">
    <TriangleAlert size={16} aria-hidden="true" />
    {text}
  </span>
)
