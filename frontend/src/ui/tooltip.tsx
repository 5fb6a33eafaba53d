import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import './tooltip.css'

/** How long somebody rests on a control before its name is shown, and within which the next one's is shown at once. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

/** Controls whose tooltips follow each other without waiting. */
export const Tooltips = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
    {children}
  </Radix.Provider>
)

interface TooltipProps {
  readonly text: string
  /** A control that shows nothing but a picture. */
  readonly children: ReactElement
}

/** What a picture stands for, to whoever rests on it with the pointer or comes to it with the keyboard. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  <Radix.Root>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content className="tooltip" sideOffset={6} collisionPadding={8}>
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)
