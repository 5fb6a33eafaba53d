import {
  type ButtonHTMLAttributes,
  type HTMLAttributes,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import './icon-button.css'

const OPEN_DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** Lets the pointer travel from the button onto its tooltip. */
const CLOSE_DELAY_MS = 100

const tooltips = {
  isRecent: false,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  closeOpen: () => undefined as void,
}

function rememberLeaving(): void {
  clearTimeout(tooltips.timer)
  tooltips.isRecent = true
  tooltips.timer = setTimeout(() => {
    tooltips.isRecent = false
  }, SKIP_DELAY_MS)
}

function useTooltip() {
  const [isOpen, setOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isVisited = useRef(false)
  const close = () => {
    clearTimeout(timer.current)
    setOpen(false)
  }
  const open = () => {
    tooltips.closeOpen()
    tooltips.closeOpen = close
    setOpen(true)
  }
  const stay = () => clearTimeout(timer.current)
  const leave = () => {
    isVisited.current = false
    clearTimeout(timer.current)
    if (!isOpen) return
    rememberLeaving()
    timer.current = setTimeout(close, CLOSE_DELAY_MS)
  }
  const rest = ({ pointerType }: PointerEvent) => {
    // Touching a button presses it; there is no hover.
    if (pointerType === 'touch' || isVisited.current) return
    isVisited.current = true
    clearTimeout(timer.current)
    if (isOpen) return
    if (tooltips.isRecent) open()
    else timer.current = setTimeout(open, OPEN_DELAY_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return
    const hideAtEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
    document.addEventListener('keydown', hideAtEscape)
    return () => document.removeEventListener('keydown', hideAtEscape)
  }, [isOpen])
  return {
    isOpen,
    close,
    ofButton: {
      onPointerMove: rest,
      onPointerLeave: leave,
      onPointerDown: close,
      // Only keyboard focus, not focus by a press.
      onFocus: ({ target }: { readonly target: Element }) => target.matches(':focus-visible') && open(),
      onBlur: close,
    },
    ofTooltip: { onPointerEnter: stay, onPointerLeave: leave },
  }
}

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  readonly label: string
  readonly children: ReactNode
}

export function IconButton({ label, onClick, children, ...rest }: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isOpen, close, ofButton, ofTooltip } = useTooltip()
  return (
    <>
      <button
        type="button"
        {...rest}
        {...ofButton}
        ref={button}
        aria-label={label}
        onClick={(event) => {
          close()
          onClick?.(event)
        }}
      >
        {children}
      </button>
      {isOpen && <Tooltip text={label} of={button} {...ofTooltip} />}
    </>
  )
}

const GAP_PX = 6
const MARGIN_PX = 8

function place(tooltip: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, width } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = tooltip
  const above = top - GAP_PX - offsetHeight
  const centred = left + (width - offsetWidth) / 2
  const last = document.documentElement.clientWidth - MARGIN_PX - offsetWidth
  tooltip.style.top = `${above < MARGIN_PX ? bottom + GAP_PX : above}px`
  tooltip.style.left = `${Math.max(MARGIN_PX, Math.min(centred, last))}px`
}

interface TooltipProps extends HTMLAttributes<HTMLDivElement> {
  readonly text: string
  readonly of: { readonly current: HTMLElement | null }
}

function Tooltip({ text, of, ...rest }: TooltipProps) {
  const tooltip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const placeBoth = () => tooltip.current && of.current && place(tooltip.current, of.current)
    tooltip.current?.showPopover()
    placeBoth()
    window.addEventListener('scroll', placeBoth, true)
    return () => window.removeEventListener('scroll', placeBoth, true)
  }, [of])
  return (
    <div {...rest} ref={tooltip} popover="manual" role="tooltip" className="tooltip">
      {text}
    </div>
  )
}
