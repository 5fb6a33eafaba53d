import type { ReactNode } from 'react'
import './notice-box.css'

interface NoticeBoxProps {
  /** `problem` interrupts whoever listens; `news` waits its turn. */
  readonly kind?: 'news' | 'problem'
  readonly children: ReactNode
}

/** A message that stays where it belongs, instead of floating by. */
export const NoticeBox = ({ kind = 'news', children }: NoticeBoxProps) => (
  <div className={`notice-box notice-box-${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
    {children}
  </div>
)
