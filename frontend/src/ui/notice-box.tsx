import type { ReactNode } from 'react'
import './notice-box.css'

interface NoticeBoxProps {
  /** `problem` interrupts a screen reader; `news` does not. */
  readonly kind?: 'news' | 'problem'
  readonly children: ReactNode
}

export const NoticeBox = ({ kind = 'news', children }: NoticeBoxProps) => (
  <div className={`notice-box notice-box-${kind}`} role={kind === 'problem' ? 'alert' : 'status'}>
    {children}
  </div>
)
