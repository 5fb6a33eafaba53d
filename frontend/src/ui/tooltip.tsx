import * as Radix from '@radix-ui/react-tooltip'
import type { ReactElement, ReactNode } from 'react'
import './tooltip.css'

/** Delay before a tooltip opens; within it the next tooltip opens at once. */
const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Provider delayDuration={OPEN_DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
    {children}
  </Radix.Provider>
)

interface TooltipProps {
  readonly text: string
  readonly children: ReactElement
}

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
